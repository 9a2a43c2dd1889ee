import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AvailabilityApi;
import org.openapitools.client.api.BookingsApi;
import org.openapitools.client.model.*;

/** A sale through the client of openapi-generator. `npm run check:clients` compiles and runs it. */
public class Sale {
  public static void main(String[] args) throws Exception {
    JsonObject sale = JsonParser.parseString(Files.readString(Path.of("sale.json"))).getAsJsonObject();
    String optionId = sale.get("optionId").getAsString();
    int places = sale.get("places").getAsInt();
    ApiClient client = new ApiClient();
    client.setBasePath(sale.get("baseUrl").getAsString());
    client.setBearerToken(sale.get("apiKey").getAsString());
    BookingsApi bookings = new BookingsApi(client);

    OffsetDateTime from = OffsetDateTime.parse(sale.get("from").getAsString());
    OffsetDateTime to = OffsetDateTime.parse(sale.get("to").getAsString());
    List<AvailabilityEntry> departures =
        new AvailabilityApi(client).listAvailability(from, to, optionId, null, null, null);
    AvailabilityEntry departure =
        departures.stream().filter(AvailabilityEntry::getAvailable).findFirst().orElseThrow();
    expect(departure.getVacancies() == places, "the departure has all places free");
    List<UnitLine> lines =
        List.of(new UnitLine().unitId(sale.get("unitId").getAsString()).quantity(places));

    QuoteBookingRequest asked =
        new QuoteBookingRequest().optionId(optionId).startAt(departure.getStartAt()).unitItems(lines);
    Quote quote = bookings.quoteBooking(asked);
    int retail = sale.get("retail").getAsInt();
    expect(quote.getPricingSnapshot().getRetail() == retail, "the quote has the price");
    expect(quote.getVacanciesAfter() == 0, "the quote says that all is sold then");

    CreateBookingRequest order =
        new CreateBookingRequest().optionId(optionId).startAt(departure.getStartAt()).unitItems(lines);
    Booking booking = bookings.createBooking(order, null);
    expect(booking.getStatus() == BookingStatus.CONFIRMED, "the booking is confirmed");
    expect(booking.getPricingSnapshot().getRetail() == retail, "it costs what was quoted");

    try {
      bookings.createBooking(order, null);
      expect(false, "a second booking finds nothing free");
    } catch (ApiException refusal) {
      Problem problem = Problem.fromJson(refusal.getResponseBody());
      expect(problem.getCode() == ErrorCode.CAPACITY_EXHAUSTED, "the refusal has its code");
      expect(problem.getVacancies() == 0, "the refusal has the places that are free");
    }

    CancelBookingRequest reason = new CancelBookingRequest().reason("Rain");
    Booking cancelled = bookings.cancelBooking(booking.getId(), null, reason);
    expect(cancelled.getStatus() == BookingStatus.CANCELLED, "the booking is cancelled");
    System.out.println(cancelled.getId());
    // Idle connections would keep the program for minutes.
    System.exit(0);
  }

  private static void expect(boolean isSo, String what) {
    if (!isSo) throw new IllegalStateException("It is not so that " + what + ".");
  }
}
