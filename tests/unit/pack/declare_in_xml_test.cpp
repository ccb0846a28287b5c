#include "planbuilder/pack/declare_in_xml.h"

#include <gtest/gtest.h>

#include "planbuilder/emit/registry/targets.h"
#include "planbuilder/pack/xml_span.h"
#include "tests/unit/pack/pack_fixture.h"

namespace planbuilder::pack {
namespace {

using testing::a_plan;
using testing::codes_of;

struct EditedXml {
  Diagnostics diagnostics;
  std::optional<DeclaredFile> result;
  std::string text;

  explicit EditedXml(const std::string& original, Existing existing = Existing::keep,
                     const std::vector<plan::Plan>& plans = {a_plan("build", "build")}, const std::string& target = "shell") {
    Sources sources;
    const FileId file = sources.add("Definitions/service.tosca", original);
    std::vector<PlanTarget> targets;
    for (const plan::Plan& plan : plans)
      targets.push_back({&plan, emit::find_target(target), "Plans/" + plan.name + "/" + target + "/plan.sh"});
    result = declare_in_xml(sources, file, targets, existing, diagnostics);
    if (!result) return;
    text = result->edited.text;
    EXPECT_EQ(take_back(text, result->edited.undo), original);
  }
};

const std::string open =
    "<Definitions id=\"d\" targetNamespace=\"http://x\" xmlns=\"http://docs.oasis-open.org/tosca/ns/2011/12\">\n"
    "  <ServiceTemplate id=\"s\">\n";
const std::string topology = "    <TopologyTemplate/>\n";
const std::string close = "  </ServiceTemplate>\n</Definitions>\n";

const std::string our_plan =
    "<Plan id=\"build-shell\" name=\"build\" planType=\"http://docs.oasis-open.org/tosca/ns/2011/12/PlanTypes/BuildPlan\" "
    "planLanguage=\"urn:planbuilder:target:shell\" xmlns:packed=\"urn:planbuilder:packed\" packed:plan=\"build\">";
const std::string their_plan =
    "<Plan id=\"theirs\" planType=\"http://docs.oasis-open.org/tosca/ns/2011/12/PlanTypes/BuildPlan\" planLanguage=\"x\"/>";

TEST(DeclareInXml, AddsPlansAndTheBoundaryInTheOrderOfTheSchema) {
  const EditedXml edited(open + topology + close);
  EXPECT_EQ(edited.text, open +
                             "    <!-- planbuilder: begin -->\n"
                             "    <BoundaryDefinitions>\n"
                             "      <Interfaces>\n"
                             "        <Interface name=\"OpenTOSCA-Lifecycle-Interface\">\n"
                             "          <Operation name=\"initiate\">\n"
                             "            <Plan planRef=\"build-shell\"/>\n"
                             "          </Operation>\n"
                             "        </Interface>\n"
                             "      </Interfaces>\n"
                             "    </BoundaryDefinitions>\n"
                             "    <!-- planbuilder: end -->\n" +
                             topology +
                             "    <!-- planbuilder: begin -->\n"
                             "    <Plans>\n"
                             "      " +
                             our_plan +
                             "\n"
                             "        <PlanModelReference reference=\"../Plans/build/shell/plan.sh\"/>\n"
                             "      </Plan>\n"
                             "    </Plans>\n"
                             "    <!-- planbuilder: end -->\n" +
                             close);
  EXPECT_EQ(codes_of(edited.diagnostics), "");
}

TEST(DeclareInXml, CopesWithAllStyles) {
  const std::string prefixed =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<t:Definitions id=\"d\" targetNamespace=\"http://x\" "
      "xmlns:t=\"http://docs.oasis-open.org/tosca/ns/2011/12\">";
  for (const std::string& text : {
           open + topology + "<Plans/>" + close,
           open + topology + "    <Plans targetNamespace=\"http://y\" />\n" + close,
           open + topology + "    <Plans><!-- <Plan> --></Plans>\n" + close,
           open + "<BoundaryDefinitions/>" + topology + close,
           open +
               "    <BoundaryDefinitions>\n      <Properties><p><![CDATA[</BoundaryDefinitions>]]></p></Properties>\n    "
               "</BoundaryDefinitions>\n" +
               topology + close,
           open + "<BoundaryDefinitions><Interfaces/></BoundaryDefinitions>" + topology + close,
           open +
               "<BoundaryDefinitions><Interfaces><Interface "
               "name=\"OpenTOSCA-Lifecycle-Interface\"/></Interfaces></BoundaryDefinitions>" +
               topology + close,
           open +
               "<BoundaryDefinitions><Interfaces><Interface name=\"OpenTOSCA-Lifecycle-Interface\"><Operation "
               "name='x&gt;y'><NodeOperation "
               "nodeRef=\"n\" interfaceName=\"i>\" "
               "operationName=\"o\"/></Operation></Interface></Interfaces></BoundaryDefinitions>" +
               topology + close,
           open + "<Tags><Tag name=\"a\" value=\"/>\"/></Tags>" + topology + close,
           open + "    <TopologyTemplate><NodeTemplate id=\"build-shell\" type=\"x\"/></TopologyTemplate>\n" + close,
           prefixed + "<t:ServiceTemplate id=\"s\"><t:TopologyTemplate/></t:ServiceTemplate></t:Definitions>",
           prefixed +
               "\r\n<t:ServiceTemplate "
               "id=\"s\">\r\n\t<t:TopologyTemplate>\r\n\t</t:TopologyTemplate>\r\n<t:Plans/></t:ServiceTemplate></t:Definitions>",
           std::string("\xEF\xBB\xBF") + open + topology + close,
       }) {
    const EditedXml edited(text);
    ASSERT_TRUE(edited.result) << text << codes_of(edited.diagnostics);
    EXPECT_EQ(edited.result->declared.size(), 1U) << text;
    EXPECT_EQ(edited.result->declared.front().operation, "OpenTOSCA-Lifecycle-Interface/initiate");
  }
}

TEST(DeclareInXml, AnIdIsThereOnce) {
  const EditedXml edited(open + "    <TopologyTemplate><NodeTemplate id=\"build-shell\" type=\"x\"/></TopologyTemplate>\n" +
                         close);
  EXPECT_EQ(edited.result->declared.front().name, "build-shell-2");
}

TEST(DeclareInXml, NothingOfAModelBreaksOut) {
  plan::Plan plan = a_plan("scale-out-a\"'<b>]]>&\n\t--> x", "scale-out");
  plan.inputs = {{"<in>&\"'\n]]>", "", true, {}, false, ""}, {"plain", "integer", false, {}, false, ""}};
  const EditedXml edited(open + topology + close, Existing::keep, {plan});
  ASSERT_TRUE(edited.result) << codes_of(edited.diagnostics);
  plan.inputs.front().name = "\x01";
  const EditedXml forbidden(open + topology + close, Existing::keep, {plan});
  EXPECT_FALSE(forbidden.result);
  EXPECT_EQ(codes_of(forbidden.diagnostics), "warning not-declared\n");
}

TEST(DeclareInXml, ProcessesOfTheContainerLieWhereItLooksForThem) {
  const EditedXml edited(open + topology + close, Existing::keep, {a_plan("terminate", "terminate")}, "bpel-opentosca");
  ASSERT_TRUE(edited.result);
  EXPECT_EQ(edited.result->declared.front().file,
            "servicetemplates/http%3A%2F%2Fx/s/plans/terminate-bpel-opentosca/terminate-bpel-opentosca.zip");
  EXPECT_NE(edited.text.find("reference=\"../servicetemplates/http%253A%252F%252Fx/s/plans/"), std::string::npos) << edited.text;
  EXPECT_NE(edited.text.find("<InputParameter name=\"CorrelationID\" type=\"string\" required=\"yes\"/>"), std::string::npos);
  EXPECT_NE(edited.text.find("OpenTOSCAContainerAPIServiceInstanceURL"), std::string::npos);
}

const std::string with_plan =
    open +
    "    <BoundaryDefinitions><Interfaces><Interface name=\"OpenTOSCA-Lifecycle-Interface\"><Operation name=\"initiate\"><Plan "
    "planRef=\"theirs\"/></Operation></Interface></Interfaces></BoundaryDefinitions>\n" +
    topology + "    <Plans>\n      " + their_plan + "\n    </Plans>\n" + close;

TEST(DeclareInXml, KeepsAPlanOfTheSameKind) {
  const EditedXml edited(with_plan);
  EXPECT_EQ(edited.text, with_plan);
  EXPECT_EQ(codes_of(edited.diagnostics), "note plan-kept\n");
}

TEST(DeclareInXml, ReplacesAPlanOfTheSameKindAndLeadsItsOperationsToOurs) {
  const EditedXml edited(with_plan, Existing::replace);
  ASSERT_TRUE(edited.result) << codes_of(edited.diagnostics);
  EXPECT_EQ(edited.text.find("theirs"), std::string::npos) << edited.text;
  EXPECT_NE(edited.text.find("<Operation name=\"initiate\"><Plan planRef=\"build-shell\"/></Operation>"), std::string::npos)
      << edited.text;
  EXPECT_EQ(codes_of(edited.diagnostics), "note plan-replaced\n");
}

TEST(DeclareInXml, DeclaresBesideAPlanOfTheSameKind) {
  const EditedXml edited(with_plan, Existing::beside);
  ASSERT_TRUE(edited.result) << codes_of(edited.diagnostics);
  EXPECT_NE(edited.text.find(their_plan), std::string::npos);
  EXPECT_NE(edited.text.find(our_plan), std::string::npos);
  EXPECT_EQ(edited.result->declared.front().operation, "OpenTOSCA-Lifecycle-Interface/initiate-2");
  EXPECT_EQ(codes_of(edited.diagnostics), "note plan-beside\nnote plan-beside\n");
}

TEST(DeclareInXml, LeavesOtherEncodingsAlone) {
  const EditedXml edited("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" + open + topology + close);
  EXPECT_FALSE(edited.result);
  EXPECT_EQ(codes_of(edited.diagnostics), "warning not-declared\n");
}

TEST(XmlSpan, IsNotMisledByWhatLooksLikeMarkup) {
  const std::string text = "<a><!-- <b> --><b x='>' y=\"/>\"><?p <b>?><![CDATA[</b>]]><c/></b></a>";
  const std::size_t at = text.find("<b x");
  const ElementSpan span = find_span(text, at + 1);
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), text.substr(at, text.size() - at - 4));
  EXPECT_EQ(text.substr(span.close), "</b></a>");
}

}  // namespace
}  // namespace planbuilder::pack
