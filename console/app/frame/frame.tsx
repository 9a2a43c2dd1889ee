/** The frame of each page: sidebar, top bar, palette, keys. */
import { Alert, Anchor, AppShell, Box, Center, Loader, Stack, Text, Title } from "@mantine/core";
import { DatesProvider } from "@mantine/dates";
import { useDisclosure, useNetwork } from "@mantine/hooks";
import { type ReactNode, type RefObject, Suspense, lazy, use, useEffect, useRef } from "react";
import { Link, Redirect, Route, Switch, useLocation } from "wouter";
import { missingOf } from "../../page/session.ts";
import { fill } from "../../page/texts/fill.ts";
import { currentLanguage, texts } from "../../page/texts/texts.ts";
import type { Page, PageGiven } from "../page.ts";
import { linkOf, pages } from "../pages.ts";
import { Boundary } from "../parts/boundary.tsx";
import { ProblemNote } from "../parts/problem-note.tsx";
import { BookingDrawer } from "./booking-drawer.tsx";
import { DecisionToasts } from "./decision-toasts.tsx";
import { movedTo } from "./moved.ts";
import { FirstSupplier } from "./first-supplier.tsx";
import { useFrameKeys } from "./keys.ts";
import { Palette } from "./palette.tsx";
import { Sidebar } from "./sidebar.tsx";
import { ShownSupplier, useSuppliers } from "../supplier.ts";
import { frameWords } from "./texts.ts";
import { TopBar } from "./top-bar.tsx";

const KeyList = lazy(async () => ({ default: (await import("./key-list.tsx")).KeyList }));

export function Frame() {
  const [isOpen, menu] = useDisclosure();
  const [showsKeys, keyList] = useDisclosure();
  const chosen = useSuppliers();
  const content = useRef<HTMLElement>(null);
  useFrameKeys(keyList.open);
  useFocusOfPage(content);
  return (
    <DatesProvider settings={{ locale: currentLanguage.value, firstDayOfWeek: 1, weekendDays: [] }}>
      <ShownSupplier value={chosen.supplier}>
        <Anchor href="#content" className="skip">
          {texts.app.skip}
        </Anchor>
        <AppShell
          layout="alt"
          padding={{ base: "sm", sm: "lg" }}
          header={{ height: 60 }}
          navbar={{ width: 248, breakpoint: "md", collapsed: { mobile: !isOpen } }}
          transitionDuration={0}
        >
          <TopBar isOpen={isOpen} toggleMenu={menu.toggle} />
          <Sidebar chosen={chosen} close={menu.close} />
          <AppShell.Main id="content" ref={content} tabIndex={-1}>
            <ProblemNote error={chosen.error} again={() => void chosen.again()} />
            <Offline />
            <Pages hasNoSupplier={chosen.suppliers?.length === 0} />
          </AppShell.Main>
        </AppShell>
        <BookingDrawer />
        <Palette />
        <DecisionToasts />
        {showsKeys && (
          <Boundary>
            <Suspense>
              <KeyList close={keyList.close} />
            </Suspense>
          </Boundary>
        )}
      </ShownSupplier>
    </DatesProvider>
  );
}

function Pages({ hasNoSupplier }: { readonly hasNoSupplier: boolean }) {
  const first = pages.find(({ group, scopes }) => group && missingOf(scopes).length === 0);
  return (
    <Switch>
      {pages.map((page) => (
        <Route key={page.path} path={page.path}>
          {(params) => <Shown page={page} params={params} hasNoSupplier={hasNoSupplier} />}
        </Route>
      ))}
      <Route path="/">{first && <Redirect to={linkOf(first)} replace />}</Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

/** Data stays on the page without a connection, so nothing else says that it is old. */
function Offline() {
  const { online } = useNetwork();
  if (online) return null;
  return (
    <Alert color="orange" mb="md">
      {frameWords().offline}
    </Alert>
  );
}

/** An address of the console that was before this one leads to what has become of its page. */
function NotFound() {
  const [path] = useLocation();
  const { notFound, toStart, title } = texts.app;
  useEffect(() => {
    document.title = `${notFound} · ${title}`;
  }, [notFound, title]);
  const now = movedTo(path);
  if (now !== undefined) return <Redirect to={now} replace />;
  return (
    <Stack align="flex-start">
      <Title order={1} size="h2">
        {notFound}
      </Title>
      <Anchor component={Link} href="/">
        {toStart}
      </Anchor>
    </Stack>
  );
}

interface ShownGiven extends PageGiven {
  readonly page: Page;
  readonly hasNoSupplier: boolean;
}

function Shown({ page: { title, scopes, isOfTenant, View }, params, hasNoSupplier }: ShownGiven) {
  const own = title[currentLanguage.value];
  useEffect(() => {
    document.title = `${own} · ${texts.app.title}`;
  }, [own]);
  const missing = missingOf(scopes);
  if (missing.length > 0)
    return <Text>{fill(texts.app.missingScopes, { scopes: missing.join(", ") })}</Text>;
  return (
    <Boundary>
      <Suspense fallback={<Waiting />}>
        {isOfTenant ? (
          <View params={params} />
        ) : (
          <OfSupplier hasNone={hasNoSupplier}>
            <View params={params} />
          </OfSupplier>
        )}
      </Suspense>
    </Boundary>
  );
}

/** Drawn anew for another supplier. */
function OfSupplier({ hasNone, children }: { hasNone: boolean; children: ReactNode }) {
  const supplier = use(ShownSupplier);
  if (supplier) return <Box key={supplier.id}>{children}</Box>;
  return hasNone ? <FirstSupplier /> : <Waiting />;
}

function Waiting() {
  return (
    <Center h={240}>
      <Loader aria-label={texts.app.loading} />
    </Center>
  );
}

/** A new page takes the focus, so that a reader of the screen begins there. Not at the start: all is new then. */
function useFocusOfPage(content: RefObject<HTMLElement | null>): void {
  const [path] = useLocation();
  const page = path.split("/")[1];
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    content.current?.focus();
  }, [page, content]);
}
