// The languages that services are written in.
#pragma once

namespace planbuilder {

enum class Language { yaml, xml };

}  // namespace planbuilder
