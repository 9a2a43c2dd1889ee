/** The screens, in the order of the menu. The first that the user may see is the start page. */
import type { Screen } from "./screen.ts";
// The script has them in this order. Compression looks back 32 kB: of some hundred orders tried this one is the smallest.
import { holdsScreen } from "./screens/holds/holds-screen.tsx";
import { dayScreen } from "./screens/day/day-screen.tsx";
import { setupScreen } from "./screens/access/setup-screen.tsx";
import { seasonsScreen } from "./screens/seasons/seasons-screen.tsx";
import { calendarScreen } from "./screens/calendar/calendar-screen.tsx";
import { newScreen } from "./screens/new/new-screen.tsx";
import { blocksScreen } from "./screens/blocks/blocks-screen.tsx";
import { resourcesScreen } from "./screens/resources/resources-screen.tsx";
import { resourceScreen } from "./screens/resources/resource-screen.tsx";
import { findScreen } from "./screens/find/find-screen.tsx";
import { bookingScreen } from "./screens/booking/booking-screen.tsx";
import { auditScreen } from "./screens/access/audit-screen.tsx";
import { optionScreen } from "./screens/catalog/option-screen.tsx";
import { catalogScreen } from "./screens/catalog/catalog-screen.tsx";
import { channelScreen } from "./screens/access/channel-screen.tsx";
import { sessionsScreen } from "./screens/access/sessions-screen.tsx";
import { channelsScreen } from "./screens/access/channels-screen.tsx";
import { keysScreen } from "./screens/access/keys-screen.tsx";
import { receiversScreen } from "./screens/access/receivers-screen.tsx";
import { receiverScreen } from "./screens/access/receiver-screen.tsx";
import { usersScreen } from "./screens/access/users-screen.tsx";

export const screens: readonly Screen[] = [
  dayScreen,
  newScreen,
  findScreen,
  bookingScreen,
  holdsScreen,
  calendarScreen,
  blocksScreen,
  seasonsScreen,
  resourcesScreen,
  resourceScreen,
  catalogScreen,
  optionScreen,
  keysScreen,
  usersScreen,
  receiversScreen,
  receiverScreen,
  channelsScreen,
  channelScreen,
  auditScreen,
  sessionsScreen,
  setupScreen,
];
