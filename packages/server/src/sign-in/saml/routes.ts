import {
  samlConsume,
  samlFinish,
  samlLogoutPost,
  samlLogoutRedirect,
  samlMetadata,
  samlRequest,
} from '@portico/core/contract'

import { openRoute } from '../../kit/http/route.ts'
import { finishSaml } from './finish.ts'
import { answerMetadata } from './our-metadata.ts'
import { receiveLogoutPost, receiveLogoutRedirect } from './receive-logout.ts'
import { receiveResponse } from './receive.ts'
import { requestPage } from './request-page.ts'

/** One set of addresses for each provider, all without authentication: the messages themselves are verified. */
export const samlRoutes = [
  openRoute(samlRequest, requestPage),
  openRoute(samlConsume, receiveResponse),
  openRoute(samlFinish, finishSaml),
  openRoute(samlLogoutRedirect, receiveLogoutRedirect),
  openRoute(samlLogoutPost, receiveLogoutPost),
  openRoute(samlMetadata, answerMetadata),
]
