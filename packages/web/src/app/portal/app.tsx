import { fallbackPath, matchRoute, placeOf, type Place, type RouteId } from '@portico/core'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { usePath, useNavigator } from '../../kit/context/portal-context.tsx'
import { EnvironmentPicker } from '../../tenant/environments/screens/environment-picker.tsx'
import { Banners } from '../../kit/feedback/banners.tsx'
import { LauncherHome } from '../../applications/launcher/screens/launcher-home.tsx'
import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { Opening } from '../../kit/navigation/opening.tsx'
import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { useModules } from '../../kit/navigation/use-modules.ts'
import { useIsRepair } from '../../sign-in/recovery-codes/repair-mark.ts'
import { PendingStatus } from '../../kit/ui/pending-status.tsx'
import { PortalLayout } from './portal-layout.tsx'

const CliSignInScreen = lazy(() => loadChunk(() => import('../../sign-in/cli-sign-in/screens/cli-sign-in-screen.tsx')))
const ErrorScreen = lazy(() => loadChunk(() => import('../../kit/feedback/screens/error-screen.tsx')))
const RecoveryScreen = lazy(() => loadChunk(() => import('../../sign-in/recovery-codes/screens/recovery-screen.tsx')))
const SetupScreen = lazy(() => loadChunk(() => import('../../sign-in/setup/screens/setup-screen.tsx')))
const RepairLayout = lazy(() => loadChunk(() => import('./repair-layout.tsx')))
const IdpSwitchScreen = lazy(() => loadChunk(() => import('../../providers/primary-idp/screens/idp-switch-screen.tsx')))
const SignedOutScreen = lazy(() => loadChunk(() => import('../../sign-in/sign-in/screens/signed-out-screen.tsx')))
const EnvironmentSettings = lazy(() =>
  loadChunk(() => import('../../tenant/environments/screens/environment-settings.tsx')),
)
const ServiceAccountForm = lazy(() =>
  loadChunk(() => import('../../machines/service-accounts/screens/service-account-form.tsx')),
)
const ApplicationForm = lazy(() =>
  loadChunk(() => import('../../applications/applications/screens/application-form.tsx')),
)
const LauncherSettings = lazy(() =>
  loadChunk(() => import('../../applications/launcher/screens/launcher-settings.tsx')),
)
const SessionList = lazy(() => loadChunk(() => import('../../sign-in/sessions/screens/session-list.tsx')))
const OwnTokens = lazy(() => loadChunk(() => import('../../machines/api-tokens/screens/own-tokens.tsx')))
const Overview = lazy(() => loadChunk(() => import('../../tenant/overview/screens/overview-list.tsx')))
const AuditList = lazy(() => loadChunk(() => import('../../tenant/audit/screens/audit-list.tsx')))
const NoticeList = lazy(() => loadChunk(() => import('../../tenant/notices/screens/notice-list.tsx')))
const places = () => loadChunk(() => import('../../applications/launcher/screens/module-places.ts'))
const ModuleShell = lazy(async () => ({ default: (await places()).ModuleShell }))
const UndecidedPlace = lazy(async () => ({ default: (await places()).UndecidedPlace }))
const lists = () => loadChunk(() => import('./administration-lists.ts'))
const GlobalSettings = lazy(async () => ({ default: (await lists()).GlobalSettings }))
const GroupList = lazy(async () => ({ default: (await lists()).GroupList }))
const GroupUses = lazy(async () => ({
  default: (await loadChunk(() => import('../../access/group-mappings/views.ts'))).GroupUses,
}))
const SignInList = lazy(async () => ({ default: (await lists()).SignInList }))
const details = () => loadChunk(() => import('./administration-details.ts'))
const CreateProvider = lazy(async () => ({ default: (await details()).CreateProvider }))
const ProviderDetail = lazy(async () => ({ default: (await details()).ProviderDetail }))
const SignInDetail = lazy(async () => ({ default: (await details()).SignInDetail }))
const people = () => loadChunk(() => import('./people-screens.ts'))
const PersonList = lazy(async () => ({ default: (await people()).PersonList }))
const PersonDetail = lazy(async () => ({ default: (await people()).PersonDetail }))
const operations = () => loadChunk(() => import('./operations-screens.ts'))
const OperationsList = lazy(async () => ({ default: (await operations()).OperationsList }))
const OperatedTenant = lazy(async () => ({ default: (await operations()).OperatedTenant }))
const LeaveSupport = lazy(() => loadChunk(() => import('../../tenant/operations/leave-support.tsx')))
const SupportHome = lazy(async () => ({ default: (await operations()).SupportHome }))

/** The screen of each route; a route without a screen is handled like an unknown path. */
const screens: Partial<Record<RouteId, (params: Readonly<Record<string, string>>) => ReactNode>> = {
  unexpected: () => <ErrorScreen />,
  unauthorized: () => <ErrorScreen />,
  signedOut: () => <SignedOutScreen />,
  recovery: () => <RecoveryScreen />,
  setup: ({ step }) => <SetupScreen step={step} />,
  firstTime: () => <SetupScreen step="4" />,
  cliSignIn: () => <CliSignInScreen />,
  environments: () => <EnvironmentPicker />,
  idpSwitch: () => <IdpSwitchScreen />,
  launcher: () => <Home />,
  sessions: () => <SessionList />,
  apiToken: () => <OwnTokens />,
  environmentSettings: ({ envId, tabId }) => <EnvironmentSettings environmentId={envId} tabId={tabId} />,
  overview: () => <Overview />,
  globalSettings: ({ tabId }) => <GlobalSettings tabId={tabId} />,
  securitySettings: ({ sectionId }) => <GlobalSettings tabId="security-settings" sectionId={sectionId} />,
  identityProviderCreate: () => <CreateProvider />,
  identityProvider: ({ idpId = '', tabId = '', sectionId }) => (
    <ProviderDetail id={idpId} tabId={tabId} sectionId={sectionId} />
  ),
  launcherSettings: () => <LauncherSettings />,
  groups: () => <GroupList pageOf={(id) => <GroupUses key={id} id={id} />} />,
  people: () => <PersonList />,
  person: ({ personId = '' }) => <PersonDetail id={personId} />,
  audit: () => <AuditList />,
  notices: () => <NoticeList />,
  operations: () => <OperationsList />,
  operatedTenant: ({ slug = '' }) => <OperatedTenant slug={slug} />,
  signIns: () => <SignInList />,
  signIn: ({ code = '' }) => <SignInDetail code={code} />,
  applicationEdit: ({ envId = '', appId = '' }) => <ApplicationForm environmentId={envId} id={appId} />,
  serviceAccountCreate: ({ envId = '' }) => <ServiceAccountForm key={envId} environmentId={envId} id={undefined} />,
  serviceAccountEdit: ({ envId = '', id = '' }) => (
    <ServiceAccountForm key={`${envId} ${id}`} environmentId={envId} id={id} />
  ),
}

export function App() {
  const path = usePath()
  const isRepair = useIsRepair()
  const place = placeOf(path, { modules: useModules(), isDrawn: (id) => screens[id] !== undefined })
  useFallback(path, place.kind)
  useFocusAfterNavigation(path)
  if (place.kind === 'unknown' || isSignIn(path)) return null
  const screen = <Suspense fallback={<Opening />}>{draw(place)}</Suspense>
  const isBare = place.kind === 'screen' && place.match.layout === 'login'
  return (
    <>
      {isBare ? screen : isRepair ? <Repair>{screen}</Repair> : <PortalLayout>{screen}</PortalLayout>}
      <Banners leave={<LeaveSupport />} />
      <PendingStatus />
    </>
  )
}

/** The launcher, or where a support session begins: it works in no environment and opens no application. */
function Home() {
  const user = useStore(useCore().launcher, (state) => state.user)
  return user?.banner && user.environmentName === null ? <SupportHome tenant={user.tenantName} /> : <LauncherHome />
}

/** A repair session has no launcher and no person: another frame, loaded when it is needed. */
function Repair({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<Opening />}>
      <RepairLayout>{children}</RepairLayout>
    </Suspense>
  )
}

function draw(place: Exclude<Place, { kind: 'unknown' }>): ReactNode {
  if (place.kind === 'screen') return screens[place.match.id]?.(place.match.params)
  return place.kind === 'module' ? <ModuleShell module={place.module} /> : <UndecidedPlace />
}

function isSignIn(path: string): boolean {
  return matchRoute(path)?.id === 'login'
}

/**
 * Redirects unknown paths to the portal without adding history (spec section 2), and names the path, which may be a bookmark of
 * a page that moved. The sign-in page is a separate document.
 */
function useFallback(path: string, kind: Place['kind']): void {
  const navigator = useNavigator()
  const { feedback } = useCore()
  const words = useWords()
  useEffect(() => {
    if (kind === 'screen' || kind === 'module') return
    if (isSignIn(path)) return window.location.replace(path)
    if (kind !== 'unknown') return
    navigator.replace(fallbackPath)
    if (!beginnings.includes(path)) feedback.openNote(words.say('portal.noPage', { path: shortened(path) }))
  }, [kind, path, navigator, feedback, words])
}

/** Other ways to write the address of the portal itself. */
const beginnings: readonly string[] = ['/', `${fallbackPath}/`]

const shortened = (path: string): string => (path.length > 80 ? `${path.slice(0, 80)}…` : path)

/** Moves the focus to the content after navigation, as loading a page does. */
function useFocusAfterNavigation(path: string): void {
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === path) return
    previous.current = path
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [path])
}
