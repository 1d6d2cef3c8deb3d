"""What schemathesis is told of this contract beyond the document."""

import json

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    """A cursor is right in its form and still nobody's: such a one is refused, and may be."""
    for part in (case.query, case.body):
        if isinstance(part, dict):
            part.pop("cursor", None)


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """A batch is a line for each of its requests."""
    rows = value if isinstance(value, list) else [value]
    return "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows).encode()
