"""What holds for every operation of the API, written into its description once."""

from typing import Any

Schema = dict[str, Any]

READS = ("get",)
LOCATED = ("201", "202")
WAIT = ("429", "503")
# Each refusal any operation of a kind may answer with, in words.
PROBLEMS = {
    "400": "What was sent can't be read or can't be meant; `errors` names the fields.",
    "401": "No token where one is needed, or one that isn't good (any more).",
    "403": "The token lacks the scope, or its owner the right.",
    "404": "There is no such thing, or it isn't to be seen by you.",
    "406": "Only the media types described here are spoken.",
    "409": "The state of things doesn't allow it; `code` says why.",
    "412": "The thing has changed since you read it: read it again.",
    "413": "The body is larger than anything meant can be.",
    "415": "The body has another media type than JSON.",
    "422": "This Idempotency-Key was used for another request.",
    "429": "Too many requests: wait as long as `Retry-After` says.",
    "503": "The database is away: ask again after as many seconds as `Retry-After` says.",
}
PROBLEM = {
    "type": "object",
    "description": "Problem details (RFC 9457).",
    "required": ["title", "status", "code", "detail"],
    "properties": {
        "title": {"type": "string", "description": "the status in words"},
        "status": {"type": "integer"},
        "code": {"type": "string", "description": "what a program can decide by; never changes"},
        "detail": {
            "type": "string",
            "description": "a sentence for people: English, or Czech by `Accept-Language: cs`",
        },
        "relax": {
            "type": "array",
            "items": {"type": "string"},
            "description": "of a draw that failed: rules of which giving up one, as `relaxed`, would help",
        },
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "code", "detail"],
                "properties": {
                    "field": {"type": "string", "description": "dotted path; empty for the whole"},
                    "code": {"type": "string"},
                    "detail": {
                        "type": "string",
                        "description": "a sentence for people: English, or Czech by `Accept-Language: cs`",
                    },
                },
            },
        },
    },
}
PROBLEM_CONTENT = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
HEADERS = {
    "RateLimit-Policy": "The quota `q` in a window of `w` seconds.",
    "RateLimit": "What is left, `r`, and in how many seconds, `t`, the window ends.",
    "Retry-After": "How many seconds to wait.",
    "Location": "The address of what was made or stored.",
    "ETag": "Names this state of the thing; for `If-None-Match` and `If-Match`.",
}
BOUNDS = ("minimum", "maximum")
# What columns of 16, 32 and 64 bits hold, which differs between databases.
COLUMNS = {sign * 2**bits - (sign > 0) for bits in (15, 31, 63) for sign in (1, -1)}
IF_NONE_MATCH = "The ETag of the answer you hold: 304 without a body if it is still true."


def complete(result: Schema, **_context: Any) -> Schema:
    """Add to each operation its refusals, its conditions and its headers (a hook of drf-spectacular)."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components["headers"] = {
        name: {"description": words, "schema": {"type": "string"}} for name, words in HEADERS.items()
    }
    components["responses"] = {
        f"Problem{status}": problem(status, words) for status, words in PROBLEMS.items()
    }
    for path in result["paths"].values():
        for method, operation in path.items():
            complete_operation(method, operation)
    mend(result)
    return result


def mend(node: Any) -> None:
    """Write null as OpenAPI 3.1 knows it, and leave out what only the database's columns could hold."""
    if isinstance(node, dict):
        if node.pop("nullable", False) is True and isinstance(node.get("type"), str):
            node["type"] = [node["type"], "null"]
        if "integer" in (node.get("type") or ()):
            held = {name: limit for name, limit in node.items() if name in BOUNDS and limit in COLUMNS}
            for name in held:
                del node[name]
            if node.get("format") == "int64":
                del node["format"]
        for value in node.values():
            mend(value)
    elif isinstance(node, list):
        for value in node:
            mend(value)


def problem(status: str, words: str) -> Schema:
    """The description of a refusal."""
    headers = headers_named("Retry-After") if status in WAIT else {}
    if status == "429":
        headers |= headers_named("RateLimit-Policy", "RateLimit")
    return {"description": words, "content": PROBLEM_CONTENT} | ({"headers": headers} if headers else {})


def headers_named(*names: str) -> Schema:
    """References to headers described once."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def complete_operation(method: str, operation: Schema) -> None:
    """What this operation answers besides what its view says."""
    responses = operation["responses"]
    parameters = operation.setdefault("parameters", [])
    told = headers_named("RateLimit-Policy", "RateLimit")
    if method in READS:
        told |= headers_named("ETag")
        parameters.append(
            {
                "in": "header",
                "name": "If-None-Match",
                "schema": {"type": "string"},
                "description": IF_NONE_MATCH,
            }
        )
        responses["304"] = {"description": "Unchanged.", "headers": told}
    for status, response in responses.items():
        if status.startswith("2"):
            response.setdefault("description", "")
            located = headers_named("Location") if status in LOCATED else {}
            response["headers"] = told | located | response.get("headers", {})
        elif status in PROBLEMS:
            response["content"] = response.get("content", {}) | PROBLEM_CONTENT
    for status in refusals(method, operation):
        responses.setdefault(status, {"$ref": f"#/components/responses/Problem{status}"})
    operation["responses"] = dict(sorted(responses.items()))


def refusals(method: str, operation: Schema) -> list[str]:
    """The statuses with which this operation may refuse."""
    headers = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "header"}
    statuses = ["401", "404", "406", "429", "503"]
    if method not in READS:
        statuses += ["400", "403", "409"]
    elif any(parameter["in"] == "query" for parameter in operation["parameters"]):
        statuses.append("400")
    if "application/json" in operation.get("requestBody", {}).get("content", {}):
        statuses += ["413", "415"]
    if "If-Match" in headers:
        statuses.append("412")
    if "Idempotency-Key" in headers:
        statuses.append("422")
    return statuses
