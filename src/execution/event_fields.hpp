#pragma once

#include <boost/json/object.hpp>

#include "execution/event.hpp"
#include "notebook/notebook.hpp"

namespace cloche::execution {

/// The event that `fields` describe; `data` is its field "data", decoded already. A field that is missing or
/// of the wrong type makes a MalformedEvent.
Event event_of(const boost::json::object& fields, notebook::MimeBundle data);

}  // namespace cloche::execution
