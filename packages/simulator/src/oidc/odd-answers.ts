import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

import { decodeJwt, decodeProtectedHeader, type CompactJWSHeaderParameters } from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'

import { isObject } from '../config/fields.ts'
import type { CheckedOidc } from '../config/checked.ts'
import type { Oddity } from '../control/switches.ts'
import { routes } from './configuration.ts'
import { forgeIdToken, sign } from './forgeries.ts'
import type { SigningKey } from './keys.ts'
import { oddPerson } from './odd-people.ts'

const hugeBytes = 2 * 1024 * 1024
/** A slow body sends one blank after each pause, for half a minute, before the answer itself. */
const slow = { pauseMs: 200, blanks: 150 }

type Deps = {
  config: CheckedOidc
  mountPath: string
  key: SigningKey
  foreign: () => Promise<SigningKey>
  odd: () => Oddity | null
  stopping: AbortSignal
}

/** Koa middleware that lets the real provider answer first and then turns that answer into the lie asked for. */
export function oddAnswers({ config, mountPath, key, foreign, odd: oddNow, stopping }: Deps) {
  return async function tellLies(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
    const odd = oddNow()
    const movedPath = `${routes.jwks}/moved`
    if (context.path === movedPath) context.path = routes.jwks
    else if (odd === 'redirecting-jwks' && context.path === routes.jwks) {
      context.status = 302
      context.redirect(`${mountPath}${movedPath}`)
      return
    }
    await next()
    const body: unknown = context.body
    if (odd === null || context.status !== 200 || !isObject(body)) return
    if (context.path === routes.token) context.body = await oddToken(odd, body, context)
    if (context.path === routes.userinfo) context.body = oddUserinfo(odd, body)
  }

  async function oddToken(odd: Oddity, body: Record<string, unknown>, context: KoaContextWithOIDC) {
    if (odd === 'huge-answer') return { ...body, padding: 'x'.repeat(hugeBytes) }
    if (odd === 'slow-body') {
      context.type = 'json'
      return Readable.from(slowly(JSON.stringify(body), stopping))
    }
    const idToken = body['id_token']
    if (typeof idToken !== 'string') return body
    const header = decodeProtectedHeader(idToken) as CompactJWSHeaderParameters
    const trueKey = header.alg.startsWith('HS') ? secretOf(context) : key.privateKey
    const claims = decodeJwt(idToken)
    const told = oddPerson(odd, claims, config.claims)
    const compact = told === claims ? idToken : await sign(told, header, trueKey)
    const forge = { header, claims: told, compact, trueKey, published: key, foreign }
    return { ...body, id_token: await forgeIdToken(odd, forge) }
  }

  function oddUserinfo(odd: Oddity, body: Record<string, unknown>) {
    // Another person of the same provider, if there is one: the most harmful false claim.
    const other = config.people.find((each) => each.subject !== body['sub'])?.subject ?? `${String(body['sub'])}-other`
    if (odd === 'userinfo-other-sub') return { ...body, sub: other }
    return oddPerson(odd, body, config.claims)
  }
}

function secretOf(context: KoaContextWithOIDC): Uint8Array {
  return new TextEncoder().encode(context.oidc.client?.clientSecret ?? '')
}

async function* slowly(text: string, stopping: AbortSignal): AsyncGenerator<string> {
  for (let sent = 0; sent < slow.blanks && !stopping.aborted; sent += 1) {
    yield ' '
    await wait(slow.pauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
  yield text
}
