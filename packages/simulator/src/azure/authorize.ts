import { randomBytes, randomUUID } from 'node:crypto'

import type { Context } from 'hono'

import type { Log } from '../log.ts'
import { formPostPage } from '../pages/form-post.ts'
import { pageHeaders } from '../pages/headers.ts'
import { loginPage } from '../pages/login.ts'
import { messagePage } from '../pages/message.ts'
import type { BrowserSession } from '../session/browser-sessions.ts'
import { meansAnother, personSigningIn, wrongWords } from '../session/sign-in-form.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import type { AzureSession, Directory } from './directory.ts'
import { type AadFailure, aadFailures, describe } from './errors.ts'
import { readAuthorizeRequest } from './read-authorize-request.ts'

const codeLifeMs = 10 * 60_000

type Deps = { loginPath: (requestId: string) => string; log: Log; now: () => number }

/** The authorization endpoint, and the login page it leads to. */
export function authorization(directory: Directory, { loginPath, log, now }: Deps) {
  const { config, sessions, waiting, codes } = directory

  return {
    start(context: Context, sent: URLSearchParams): Response {
      const read = readAuthorizeRequest(directory, sent)
      if ('page' in read) return refusedPage(context, read.page)
      const { request, back } = read
      if (back !== undefined) return refusedBack(context, request, back)
      const session = sessions.of(context)
      const known = session !== undefined && !meansAnother(session.person, request.loginHint)
      if (known && !['login', 'select_account'].includes(request.prompt ?? ''))
        return signedIn(context, request, session)
      if (request.prompt === 'none') return refusedBack(context, request, aadFailures.signInNeeded())
      const id = randomBytes(16).toString('base64url')
      waiting.set(id, request)
      return context.redirect(loginPath(id), 303)
    },

    form(context: Context, id: string): Response {
      const request = waiting.get(id)
      return request === undefined ? expired(context) : form(context, id, request, request.loginHint ?? '')
    },

    submit(context: Context, id: string, words: URLSearchParams): Response {
      const request = waiting.get(id)
      if (request === undefined) return expired(context)
      const username = words.get('username') ?? ''
      const person = personSigningIn(config.people, username, words.get('password') ?? '')
      if (person === undefined) {
        log({ level: 'info', message: 'A sign-in was refused.', provider: config.id })
        return form(context, id, request, username, wrongWords)
      }
      waiting.delete(id)
      const session = sessions.start(context, person, { sid: randomUUID(), signedInTo: new Set() })
      return signedIn(context, request, session)
    },

    cancel(context: Context, id: string): Response {
      const request = waiting.take(id)
      return request === undefined ? expired(context) : refusedBack(context, request, aadFailures.cancelled())
    },
  }

  function form(context: Context, id: string, request: AuthorizeRequest, username: string, error?: string): Response {
    const shown = { company: config.name, action: loginPath(id), username, ...(error === undefined ? {} : { error }) }
    const headers = pageHeaders([new URL(request.redirectUri).origin])
    return context.html(loginPage(shown), error === undefined ? 200 : 400, headers)
  }

  function signedIn(context: Context, request: AuthorizeRequest, session: BrowserSession<AzureSession>): Response {
    const { person, extra } = session
    extra.signedInTo.add(request.clientId)
    const code = `0.${randomBytes(48).toString('base64url')}`
    codes.set(code, { request, person, sid: extra.sid, expiresAt: now() + codeLifeMs, used: false })
    return answer(context, request, { code, session_state: randomUUID() })
  }

  function refusedBack(context: Context, request: AuthorizeRequest, failed: AadFailure): Response {
    const error_description = describe(failed, now()).text
    log({
      level: 'warn',
      message: 'A request failed.',
      provider: config.id,
      error: failed.error,
      number: failed.number,
    })
    return answer(context, request, { error: failed.error, error_description })
  }

  function answer(context: Context, request: AuthorizeRequest, said: Record<string, string>): Response {
    const fields = request.state === null ? said : { ...said, state: request.state }
    if (request.responseMode === 'form_post') {
      const { body, headers } = formPostPage({ company: config.name, action: request.redirectUri, fields })
      return context.html(body, 200, headers)
    }
    const url = new URL(request.redirectUri)
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
    return context.redirect(url.href, 303)
  }

  function refusedPage(context: Context, failed: AadFailure): Response {
    log({
      level: 'warn',
      message: 'A request failed.',
      provider: config.id,
      error: failed.error,
      number: failed.number,
    })
    const sentences = [describe(failed, now()).text]
    return context.html(messagePage({ title: `${config.name} cannot sign you in`, sentences }), 400, pageHeaders())
  }

  function expired(context: Context): Response {
    const sentences = ['Go back to the application and sign in from there.']
    return context.html(messagePage({ title: 'This sign-in has expired', sentences }), 400, pageHeaders())
  }
}
