import { fallbackPath, matchRoute, type RouteId } from '@portico/core'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'

import { EnvironmentPicker } from '../environments/screens/environment-picker.tsx'
import { Banners } from '../feedback/banners.tsx'
import { LauncherHome } from '../launcher/screens/launcher-home.tsx'
import { loadChunk } from '../navigation/load-chunk.ts'
import { Loading } from '../ui/loading.tsx'
import { useLocation, useNavigator } from './context.tsx'
import { PortalLayout } from './portal-layout.tsx'

const CliSignInScreen = lazy(() => loadChunk(() => import('../cli-sign-in/screens/cli-sign-in-screen.tsx')))
const ErrorScreen = lazy(() => loadChunk(() => import('../feedback/screens/error-screen.tsx')))
const SignedOutScreen = lazy(() => loadChunk(() => import('../sign-in/screens/signed-out-screen.tsx')))
const EnvironmentSettings = lazy(() => loadChunk(() => import('../environments/screens/environment-settings.tsx')))
const ServiceAccountForm = lazy(() => loadChunk(() => import('../service-accounts/screens/service-account-form.tsx')))
const administration = () => loadChunk(() => import('../tenants/administration.ts'))
const GlobalSettings = lazy(async () => ({ default: (await administration()).GlobalSettings }))
const CreateProvider = lazy(async () => ({ default: (await administration()).CreateProvider }))
const ProviderDetail = lazy(async () => ({ default: (await administration()).ProviderDetail }))
const SignInList = lazy(async () => ({ default: (await administration()).SignInList }))
const SignInDetail = lazy(async () => ({ default: (await administration()).SignInDetail }))

/** The screen of each route; a route without one goes where unknown paths go. */
const screens: Partial<Record<RouteId, (params: Readonly<Record<string, string>>) => ReactNode>> = {
  unexpected: () => <ErrorScreen />,
  unauthorized: () => <ErrorScreen />,
  signedOut: () => <SignedOutScreen />,
  cliSignIn: () => <CliSignInScreen />,
  environments: () => <EnvironmentPicker />,
  launcher: () => <LauncherHome />,
  environmentSettings: ({ envId, tabId }) => <EnvironmentSettings environmentId={envId} tabId={tabId} />,
  globalSettings: ({ tabId }) => <GlobalSettings tabId={tabId} />,
  identityProviderCreate: () => <CreateProvider />,
  identityProvider: ({ idpId = '', tabId = '' }) => <ProviderDetail id={idpId} tabId={tabId} />,
  signIns: () => <SignInList />,
  signIn: ({ code = '' }) => <SignInDetail code={code} />,
  serviceAccountCreate: ({ envId = '' }) => <ServiceAccountForm key={envId} environmentId={envId} id={undefined} />,
  serviceAccountEdit: ({ envId = '', id = '' }) => (
    <ServiceAccountForm key={`${envId} ${id}`} environmentId={envId} id={id} />
  ),
}

export function App() {
  const { path } = useLocation()
  const match = matchRoute(path)
  const draw = match && screens[match.id]
  useFallback(path, draw !== undefined)
  useFocusAfterNavigation(path)
  if (match === undefined || draw === undefined) return null
  const screen = <Suspense fallback={<Loading />}>{draw(match.params)}</Suspense>
  return (
    <>
      {match.layout === 'portal' ? <PortalLayout>{screen}</PortalLayout> : screen}
      <Banners />
    </>
  )
}

/** Unknown paths go to the portal without adding history (spec section 2); the sign-in page is a document of its own. */
function useFallback(path: string, known: boolean): void {
  const navigator = useNavigator()
  useEffect(() => {
    if (known) return
    if (matchRoute(path)?.id === 'login') window.location.replace(path)
    else navigator.replace(fallbackPath)
  }, [known, path, navigator])
}

/** After going to another screen the reading position is its content, as after loading a page. */
function useFocusAfterNavigation(path: string): void {
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === path) return
    previous.current = path
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [path])
}
