import type { KoaContextWithOIDC, Provider } from 'oidc-provider'

import type { CheckedOidc } from '../config/checked.ts'
import type { Log } from '../log.ts'
import { loginPage } from '../pages/login.ts'
import { messagePage } from '../pages/message.ts'
import { personSigningIn, wrongWords } from '../session/sign-in-form.ts'
import { readForm } from './form.ts'
import type { OidcProviderModule } from './load.ts'

type Deps = { oidc: OidcProviderModule; config: CheckedOidc; mountPath: string; log: Log }

/** Koa middleware for `/interaction/{uid}` (the form and its answer) and `/interaction/{uid}/cancel`. */
export function signIn(provider: Provider, { oidc, config, mountPath, log }: Deps) {
  return async function answerSignIn(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    const [, uid, cancel] = /^\/interaction\/([\w-]+)(\/cancel)?$/.exec(context.path) ?? []
    if (uid === undefined || !['GET', 'POST'].includes(context.method)) return void (await next())
    try {
      if (cancel !== undefined) return await finish(context, cancelled)
      const { params, prompt } = await provider.interactionDetails(context.req, context.res)
      // For clients that insist on consent: the company's administrator has consented for everyone.
      if (prompt.name === 'consent') return await finish(context, { consent: {} })
      const action = `${mountPath}/interaction/${uid}`
      const company = config.name
      if (context.method === 'GET') {
        const username = typeof params.login_hint === 'string' ? params.login_hint : ''
        context.body = loginPage({ company, action, username })
        return undefined
      }
      const form = await readForm(context.req)
      const username = form.get('username') ?? ''
      const person = personSigningIn(config.people, username, form.get('password') ?? '')
      if (person !== undefined) return await finish(context, { login: { accountId: person.subject, amr: ['pwd'] } })
      log({ level: 'info', message: 'A sign-in was refused.', provider: config.id })
      context.status = 400
      context.body = loginPage({
        company,
        action,
        username,
        error: wrongWords,
      })
    } catch (error) {
      if (!(error instanceof oidc.errors.SessionNotFound)) throw error
      context.status = 400
      const sentences = ['Go back to the application and sign in from there.']
      context.body = messagePage({ title: 'This sign-in has expired', sentences })
    }
    return undefined
  }

  async function finish(context: KoaContextWithOIDC, result: Parameters<Provider['interactionResult']>[2]) {
    const returnTo = await provider.interactionResult(context.req, context.res, result)
    context.status = 303
    context.redirect(returnTo)
  }
}

const cancelled = { error: 'access_denied', error_description: 'The person cancelled the sign-in.' }
