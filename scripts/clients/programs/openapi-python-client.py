"""A sale through the client of openapi-python-client. `npm run check:clients` runs it."""

import json
from datetime import datetime
from pathlib import Path

from slipway.api.availability import list_availability
from slipway.api.bookings import cancel_booking, create_booking, quote_booking
from slipway.client import AuthenticatedClient
from slipway.models import (
    Booking,
    BookingStatus,
    CancelBookingRequest,
    CreateBookingRequest,
    ErrorCode,
    PricingSnapshot,
    Problem,
    Quote,
    QuoteBookingRequest,
    UnitLine,
)

sale = json.loads(Path(__file__).with_name("sale.json").read_text())
option_id, places = sale["optionId"], sale["places"]
first, last = (datetime.fromisoformat(sale[name]) for name in ("from", "to"))

with AuthenticatedClient(base_url=sale["baseUrl"], token=sale["apiKey"]) as client:
    departures = list_availability.sync(client=client, option_id=option_id, from_=first, to=last)
    assert isinstance(departures, list), departures
    departure = next(each for each in departures if each.available)
    assert departure.vacancies == places, departure
    lines = [UnitLine(unit_id=sale["unitId"], quantity=places)]

    asked = QuoteBookingRequest(option_id=option_id, start_at=departure.start_at, unit_items=lines)
    quote = quote_booking.sync(client=client, body=asked)
    assert isinstance(quote, Quote), quote
    assert quote.pricing_snapshot.retail == sale["retail"], quote
    assert quote.vacancies_after == 0, quote

    order = CreateBookingRequest(option_id=option_id, start_at=departure.start_at, unit_items=lines)
    booking = create_booking.sync(client=client, body=order)
    assert isinstance(booking, Booking), booking
    assert booking.status is BookingStatus.CONFIRMED, booking
    assert isinstance(booking.pricing_snapshot, PricingSnapshot), booking
    assert booking.pricing_snapshot.retail == quote.pricing_snapshot.retail, booking

    refusal = create_booking.sync(client=client, body=order)
    assert isinstance(refusal, Problem), refusal
    assert refusal.code is ErrorCode.CAPACITY_EXHAUSTED, refusal
    assert refusal.vacancies == 0, refusal

    reason = CancelBookingRequest(reason="Rain")
    cancelled = cancel_booking.sync(booking.id, client=client, body=reason)
    assert isinstance(cancelled, Booking), cancelled
    assert cancelled.status is BookingStatus.CANCELLED, cancelled
    print(cancelled.id)
