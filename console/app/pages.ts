/** The pages, in the order of the menu. A new page is a folder of `screens` and a line here. */
import Boxes from "lucide-react/icons/boxes";
import CalendarOff from "lucide-react/icons/calendar-off";
import ChartColumn from "lucide-react/icons/chart-column";
import ChartGantt from "lucide-react/icons/chart-gantt";
import CalendarDays from "lucide-react/icons/calendar-days";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import ClipboardList from "lucide-react/icons/clipboard-list";
import Package from "lucide-react/icons/package";
import ScanQrCode from "lucide-react/icons/scan-qr-code";
import ShoppingBasket from "lucide-react/icons/shopping-basket";
import Store from "lucide-react/icons/store";
import Ticket from "lucide-react/icons/ticket";
import Building from "lucide-react/icons/building-2";
import CalendarSync from "lucide-react/icons/calendar-sync";
import CircleUser from "lucide-react/icons/circle-user";
import History from "lucide-react/icons/history";
import KeyRound from "lucide-react/icons/key-round";
import Handshake from "lucide-react/icons/handshake";
import Users from "lucide-react/icons/users";
import Webhook from "lucide-react/icons/webhook";
import { lazy } from "react";
import type { Page } from "./page.ts";
import { WaitingCount } from "./parts/waiting-count.tsx";

const dayScopes = ["bookings:read", "suppliers:read", "catalog:read", "availability:read"];

const catalogScopes = ["catalog:read", "suppliers:read"];

/** One file for all of them: each is small, and shares most with the others. */
const SettingsView = lazy(async () => ({
  default: (await import("./screens/settings/settings-page.tsx")).SettingsPage,
}));

export const pages: readonly Page[] = [
  {
    path: "/day/:date?",
    title: { en: "Day sheet", it: "Giornata" },
    group: "today",
    Icon: ClipboardList,
    scopes: dayScopes,
    key: "d",
    View: lazy(async () => ({ default: (await import("./screens/day/day-page.tsx")).DayPage })),
  },
  {
    path: "/check-in/:date?",
    title: { en: "Check-in", it: "Check-in" },
    group: "today",
    Icon: ScanQrCode,
    scopes: [...dayScopes, "tickets:write"],
    key: "e",
    View: lazy(async () => ({
      default: (await import("./screens/check-in/check-in-page.tsx")).CheckInPage,
    })),
  },
  {
    path: "/timeline/:date?",
    title: { en: "Timeline", it: "Agenda delle risorse" },
    group: "today",
    Icon: ChartGantt,
    scopes: [...dayScopes, "resources:read"],
    key: "l",
    View: lazy(async () => ({
      default: (await import("./screens/timeline/timeline-page.tsx")).TimelinePage,
    })),
  },
  {
    path: "/insights",
    title: { en: "Insights", it: "Statistiche" },
    group: "today",
    Icon: ChartColumn,
    scopes: dayScopes,
    key: "i",
    View: lazy(async () => ({
      default: (await import("./screens/insights/insights-page.tsx")).InsightsPage,
    })),
  },
  {
    path: "/new",
    title: { en: "New booking", it: "Nuova prenotazione" },
    scopes: [...dayScopes, "bookings:write"],
    View: lazy(async () => ({ default: (await import("./screens/new/new-page.tsx")).NewPage })),
  },
  {
    path: "/products",
    title: { en: "Products", it: "Prodotti" },
    group: "sold",
    Icon: Package,
    scopes: catalogScopes,
    key: "p",
    View: lazy(async () => ({
      default: (await import("./screens/products/products-page.tsx")).ProductsPage,
    })),
  },
  {
    path: "/products/new",
    title: { en: "New product", it: "Nuovo prodotto" },
    scopes: [...catalogScopes, "catalog:write"],
    View: lazy(async () => ({
      default: (await import("./screens/products/new-product-page.tsx")).NewProductPage,
    })),
  },
  {
    path: "/products/:id",
    title: { en: "Product", it: "Prodotto" },
    scopes: [...catalogScopes, "availability:read"],
    View: lazy(async () => ({
      default: (await import("./screens/products/product-page.tsx")).ProductPage,
    })),
  },
  {
    path: "/products/:id/setup",
    title: { en: "Set up a product", it: "Prepara un prodotto" },
    scopes: [...catalogScopes, "catalog:write", "resources:read", "resources:write"],
    View: lazy(async () => ({
      default: (await import("./screens/products/setup-page.tsx")).SetupPage,
    })),
  },
  {
    path: "/resources",
    title: { en: "Resources", it: "Risorse" },
    group: "sold",
    Icon: Boxes,
    scopes: [...catalogScopes, "resources:read", "availability:read"],
    key: "r",
    View: lazy(async () => ({
      default: (await import("./screens/resources/resources-page.tsx")).ResourcesPage,
    })),
  },
  {
    path: "/resources/:id",
    title: { en: "Resource", it: "Risorsa" },
    scopes: [...catalogScopes, "resources:read"],
    View: lazy(async () => ({
      default: (await import("./screens/resources/resource-page.tsx")).ResourcePage,
    })),
  },
  {
    path: "/closures",
    title: { en: "Closures", it: "Chiusure" },
    group: "sold",
    Icon: CalendarOff,
    scopes: [...catalogScopes, "resources:read", "availability:read"],
    key: "c",
    View: lazy(async () => ({
      default: (await import("./screens/closures/closures-page.tsx")).ClosuresPage,
    })),
  },
  {
    path: "/suppliers",
    title: { en: "Suppliers", it: "Fornitori" },
    group: "sold",
    Icon: Store,
    scopes: ["suppliers:read"],
    isOfTenant: true,
    View: lazy(async () => ({
      default: (await import("./screens/suppliers/suppliers-page.tsx")).SuppliersPage,
    })),
  },
  {
    path: "/bookings",
    title: { en: "Bookings", it: "Prenotazioni" },
    group: "sales",
    Icon: Ticket,
    scopes: ["bookings:read"],
    key: "b",
    View: lazy(async () => ({
      default: (await import("./screens/bookings/bookings-page.tsx")).BookingsPage,
    })),
  },
  {
    path: "/bookings/:id",
    title: { en: "Booking", it: "Prenotazione" },
    scopes: ["bookings:read"],
    isOfTenant: true,
    View: lazy(async () => ({
      default: (await import("./screens/booking/booking-page.tsx")).BookingPage,
    })),
  },
  {
    path: "/orders",
    title: { en: "Orders", it: "Ordini" },
    group: "sales",
    Icon: ShoppingBasket,
    scopes: ["bookings:read"],
    key: "o",
    isOfTenant: true,
    View: lazy(async () => ({
      default: (await import("./screens/orders/orders-page.tsx")).OrdersPage,
    })),
  },
  {
    path: "/orders/:id",
    title: { en: "Order", it: "Ordine" },
    scopes: ["bookings:read"],
    isOfTenant: true,
    View: lazy(async () => ({
      default: (await import("./screens/orders/order-page.tsx")).OrderPage,
    })),
  },
  {
    path: "/holds",
    title: { en: "Approvals and holds", it: "Approvazioni e attese" },
    group: "sales",
    Icon: ClipboardCheck,
    Count: WaitingCount,
    scopes: ["bookings:read", "catalog:read", "availability:read"],
    key: "a",
    isOfTenant: true,
    View: lazy(async () => ({
      default: (await import("./screens/holds/holds-page.tsx")).HoldsPage,
    })),
  },
  {
    path: "/calendar/:date?",
    title: { en: "Calendar", it: "Calendario" },
    group: "today",
    Icon: CalendarDays,
    scopes: ["availability:read", "suppliers:read", "catalog:read"],
    key: "m",
    View: lazy(async () => ({
      default: (await import("./screens/calendar/calendar-page.tsx")).CalendarPage,
    })),
  },
  {
    path: "/webhooks/:id?",
    title: { en: "Webhooks", it: "Webhook" },
    group: "settings",
    Icon: Webhook,
    scopes: ["bookings:read"],
    isOfTenant: true,
    View: SettingsView,
  },
  {
    path: "/channels/:id?",
    title: { en: "Channels", it: "Canali" },
    group: "settings",
    Icon: Handshake,
    scopes: ["sync:read"],
    isOfTenant: true,
    View: SettingsView,
  },
  {
    path: "/keys",
    title: { en: "API keys", it: "Chiavi API" },
    group: "settings",
    Icon: KeyRound,
    scopes: ["api-keys:read"],
    isOfTenant: true,
    View: SettingsView,
  },
  {
    path: "/people",
    title: { en: "People", it: "Persone" },
    group: "settings",
    Icon: Users,
    scopes: ["users:read"],
    isOfTenant: true,
    View: SettingsView,
  },
  {
    path: "/feeds",
    title: { en: "Calendar feeds", it: "Calendari" },
    group: "settings",
    Icon: CalendarSync,
    scopes: ["bookings:read"],
    isOfTenant: true,
    View: SettingsView,
  },
  {
    path: "/company",
    title: { en: "Company", it: "Azienda" },
    group: "settings",
    Icon: Building,
    scopes: [],
    isOfTenant: true,
    View: SettingsView,
  },
  {
    path: "/changes",
    title: { en: "Change log", it: "Registro" },
    group: "settings",
    Icon: History,
    scopes: ["audit:read"],
    isOfTenant: true,
    View: SettingsView,
  },
  {
    path: "/account",
    title: { en: "Account", it: "Account" },
    group: "settings",
    Icon: CircleUser,
    scopes: [],
    isOfTenant: true,
    View: SettingsView,
  },
];

export function linkOf({ path }: Page): string {
  return path.replace(/\/:.*$/, "");
}
