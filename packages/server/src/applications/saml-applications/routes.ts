import {
  applicationSamlContinue,
  applicationSamlLaunch,
  applicationSamlLogoutPost,
  applicationSamlLogoutRedirect,
  applicationSamlLogoutSoap,
  applicationSamlMetadata,
  applicationSamlPost,
  applicationSamlRedirect,
} from '@portico/core/contract'

import { openRoute } from '../../kit/http/route.ts'
import { answerMetadata } from './metadata.ts'
import { receiveLogoutPost, receiveLogoutRedirect } from './receive-logout.ts'
import { receiveLogoutSoap } from './receive-soap-logout.ts'
import { receivePost, receiveRedirect } from './receive-request.ts'
import { continueSignIn, launchApplication } from './sign-in.ts'

/** All without authentication at the door: a request is verified, and an answer looks for the session itself. */
export const samlApplicationRoutes = [
  openRoute(applicationSamlMetadata, answerMetadata),
  openRoute(applicationSamlRedirect, receiveRedirect),
  openRoute(applicationSamlPost, receivePost),
  openRoute(applicationSamlContinue, continueSignIn),
  openRoute(applicationSamlLaunch, launchApplication),
  openRoute(applicationSamlLogoutRedirect, receiveLogoutRedirect),
  openRoute(applicationSamlLogoutPost, receiveLogoutPost),
  openRoute(applicationSamlLogoutSoap, receiveLogoutSoap),
]
