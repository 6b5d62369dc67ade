import { clientAddressLengthMax } from '@portico/core/contract'
import * as v from 'valibot'

import type { SecretBox } from '../../kit/secrets/secret-box.ts'

/** As long as an attempt to sign in. */
const lifeMs = 600_000

/**
 * Maximum RelayState in bytes. Bindings 3.4.3 allows 80, but products send addresses in it. The whole request has to fit into
 * the return path of a sign-in (readReturnPath).
 */
export const relayStateBytesMax = 640

/** A request that was checked, on its way through the person's sign-in. */
const HeldRequest = v.object({
  tenantId: v.string(),
  /** Client id of the registration. */
  clientId: v.string(),
  /** Id of the AuthnRequest; null: the launcher opens the application. */
  requestId: v.nullable(v.string()),
  /** A registered address at the time of the request; it is compared again before the answer. */
  acsUrl: v.pipe(v.string(), v.maxLength(clientAddressLengthMax)),
  relayState: v.nullable(v.string()),
  isPassive: v.boolean(),
  forceAuthn: v.boolean(),
  isTransient: v.boolean(),
  /** The requested authentication contexts; null: none were requested, or the registration ignores them. */
  context: v.nullable(v.object({ comparison: v.string(), classes: v.array(v.string()) })),
  receivedMs: v.number(),
  /** When a fresh sign-in was asked for. */
  askedMs: v.nullable(v.number()),
})
export type HeldRequest = v.InferOutput<typeof HeldRequest>

const context = 'saml-authn-request'

/**
 * The request as a sealed text for the address of our page. A posted request comes without the person's cookies, so it waits
 * there until the browser fetches that page. A row would be one that anyone can make us write.
 */
export function sealRequest(secrets: SecretBox, request: HeldRequest): string {
  return secrets.seal(JSON.stringify(request), context).toString('base64url')
}

/** undefined: it is not ours, of another tenant, or too old. */
export function openRequestText(
  secrets: SecretBox,
  text: string,
  { tenantId, nowMs }: { readonly tenantId: string; readonly nowMs: number },
): HeldRequest | undefined {
  const plain = opened(secrets, text)
  const read = plain === undefined ? undefined : v.safeParse(HeldRequest, JSON.parse(plain))
  if (!read?.success || read.output.tenantId !== tenantId) return undefined
  return nowMs - read.output.receivedMs > lifeMs ? undefined : read.output
}

function opened(secrets: SecretBox, text: string): string | undefined {
  try {
    return secrets.open(Buffer.from(text, 'base64url'), context)
  } catch {
    return undefined
  }
}
