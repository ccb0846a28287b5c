// What a TOSCA service can be given as.
#pragma once

namespace planbuilder::csar {

enum class InputKind { zip, tar, folder, single_file };

}  // namespace planbuilder::csar
