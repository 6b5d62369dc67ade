import {
  initiateLogin,
  login,
  oidcBackChannelLogout,
  oidcCallback,
  oidcFormCallback,
  oidcFrontChannelLogout,
  oidcKeySet,
  oidcSignedOut,
  openTestLogin,
  readSignedIn,
  signOut,
} from '@portico/core/contract'

import { openRoute, route } from '../kit/http/route.ts'
import { receiveLogoutToken } from './oidc/back-channel-logout.ts'
import { finishOidc, receiveForm } from './oidc/finish.ts'
import { hearOfLogout } from './oidc/front-channel-logout.ts'
import { answerKeySet } from './oidc/our-key-set.ts'
import { afterSignOut } from './oidc/signed-out.ts'
import { signOutEverywhere } from './sign-out.ts'
import { openTest } from './start/open-test.ts'
import { answerSignedIn } from './start/signed-in.ts'
import { startAtProvider, startSignIn } from './start/start.ts'

export const signInRoutes = [
  openRoute(login, startSignIn),
  openRoute(readSignedIn, answerSignedIn),
  openRoute(initiateLogin, startAtProvider),
  openRoute(openTestLogin, openTest),
  openRoute(oidcCallback, finishOidc),
  openRoute(oidcFormCallback, receiveForm),

  openRoute(oidcBackChannelLogout, receiveLogoutToken),
  openRoute(oidcFrontChannelLogout, hearOfLogout),
  openRoute(oidcSignedOut, afterSignOut),
  openRoute(oidcKeySet, answerKeySet),
  route(signOut, ['signed-in', 'support-reading', 'recovery', 'setup', 'deactivated-tenant'], signOutEverywhere),
]
