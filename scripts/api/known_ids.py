"""Hooks of schemathesis for `npm run check:api`: they put real ids where a generated one would name nothing.

They change only requests that schemathesis holds for valid. One in four of an operation stays as it is, so that the
answer to an unknown id is checked, too. SLIPWAY_SHOPS holds two shops as JSON. `sold` has the option of all bookings
and quotes. `changed` is what other requests name, so that no request ends the sale of the first.
"""

import json
import os
from collections import Counter
from urllib.parse import urlsplit

import schemathesis

shops = json.loads(os.environ["SLIPWAY_SHOPS"])
sales = ("POST /bookings", "POST /bookings/quote", "PATCH /bookings/{id}")
# Members of a sale that fit any departure.
plain = ("optionId", "status", "customer", "notes", "externalId", "resellerReference", "metadata")
searches = ("/availability", "/availability/calendar")
# In the order in which a search for departures takes them: it takes one of the three.
search_ids = ("optionId", "productId", "supplierId")
path_ids = {
    "/suppliers/{id}": "supplierId",
    "/products/{id}": "productId",
    "/options/{id}": "optionId",
    "/units/{id}": "unitId",
    "/resources/{id}": "resourceId",
}
sent = Counter()
# When the bookings that were made have last changed, by their ids.
made = {}


@schemathesis.hook
def after_call(context, case, response):
    is_change = case.operation.path == "/bookings" or case.operation.path.startswith("/bookings/{id}")
    if is_change and case.method != "GET" and response.status_code in (200, 201):
        booking = response.json()
        made[booking["id"]] = booking["updatedAt"]


@schemathesis.hook
def before_call(context, case, kwargs):
    keep_the_sale(case)
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    label, path = case.operation.label, case.operation.path
    sent[label] += 1
    if isinstance(case.body, dict):
        case.body = {name: nowhere(name, value) for name, value in case.body.items()}
    if sent[label] % 4 == 0:
        return
    shop = shops["sold" if path in searches or label in sales else "changed"]
    if isinstance(case.body, dict):
        case.body = known_body(label, case.body, shop)
    if label == "POST /bookings" and sent[label] % 2 == 1:
        # The example of a key is in many requests, and all of them would be repeats of one booking.
        case.headers = {name: value for name, value in case.headers.items() if name != "Idempotency-Key"}
    if case.query:
        case.query = known_query(path, case.query, shop)
    # In the stateful phase a link has put the id there of what an earlier request made.
    if case.path_parameters and case.meta.phase.name != "stateful" and case.method != "DELETE":
        case.path_parameters = {**case.path_parameters, **known_path(case, shop)}
    if label == "PATCH /bookings/{id}" and isinstance(case.body, dict) and case.path_parameters["id"] in made:
        case.body = {**case.body, "expectedUpdatedAt": made[case.path_parameters["id"]]}


def keep_the_sale(case):
    """schemathesis also draws ids from answers: no request changes what is sold."""
    if case.method != "GET" and any(value in shops["sold"].values() for value in case.path_parameters.values()):
        case.path_parameters = {name: "unknown" for name in case.path_parameters}


def nowhere(name, value):
    """The receivers of a generated address are strangers: it gets a name that nobody can own."""
    if name not in ("url", "endpointUrl") or not isinstance(value, str):
        return value
    return urlsplit(value)._replace(netloc="receiver.invalid").geturl()


def known_body(label, body, shop):
    known = {name: shop[name] for name in body if name in shop}
    if label in sales:
        units = body.get("unitItems") or [{}]
        known["unitItems"] = [{**units[0], "unitId": shop["unitId"], "quantity": 1}]
        # Every second sale has nothing of what must fit the departure or excludes something else.
        if sent[label] % 2 == 1:
            known["startAt"] = shop["startAt"]
            body = {name: value for name, value in body.items() if name in plain}
    return {**body, **known}


def known_query(path, query, shop):
    known = {name: shop.get(name, value) for name, value in query.items()}
    if path not in searches:
        return known
    first = next((name for name in search_ids if name in known), None)
    return {name: value for name, value in known.items() if name == first or name not in search_ids}


def known_path(case, shop):
    if made and case.operation.path.startswith("/bookings/{id}"):
        return {"id": list(made)[sent[case.operation.label] % len(made)]}
    return next(({"id": shop[kind]} for prefix, kind in path_ids.items() if case.operation.path.startswith(prefix)), {})
