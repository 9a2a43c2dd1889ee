/** The booking that the address names, over whatever list is shown. */
import { Center, Drawer, Loader } from "@mantine/core";
import { Suspense, lazy } from "react";
import { texts } from "../../page/texts/texts.ts";
import { useChoice } from "../address.ts";
import { Boundary } from "../parts/boundary.tsx";

const View = lazy(async () => ({
  default: (await import("../screens/booking/booking-view.tsx")).BookingView,
}));

export function BookingDrawer() {
  const [id, choose] = useChoice("booking");
  return (
    <Drawer
      opened={id !== null}
      onClose={() => choose(null)}
      position="right"
      size="min(46rem, 100%)"
      title={texts.booking.title}
    >
      {id !== null && (
        <Boundary>
          <Suspense
            fallback={
              <Center h={240}>
                <Loader aria-label={texts.app.loading} />
              </Center>
            }
          >
            <View key={id} id={id} level={3} />
          </Suspense>
        </Boundary>
      )}
    </Drawer>
  );
}
