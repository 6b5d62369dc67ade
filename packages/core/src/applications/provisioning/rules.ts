import * as v from 'valibot'

import { isHttpAddress } from '../../kit/text/rules.ts'

export const provisioningUrlLengthMax = 2000
export const provisioningTokenLengthMax = 4096

/** Failed attempts in a row after which administrators are notified: they take three quarters of an hour. */
export const provisioningFailedAttemptsMin = 6

/** Refused people, or groups, from which the application counts as refusing all of them; fewer if it should have fewer. */
export const provisioningRefusedMin = 3

/** What happens in the application to a person who may no longer open it. Groups have no state there and are deleted. */
export const provisioningRemovals = ['deactivate', 'delete'] as const

/** Base URL of a SCIM service, which `/Users` follows (RFC 7644 section 1.3). The messages are error ids. */
export const ProvisioningUrl = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('REQUIRED'),
  v.maxLength(provisioningUrlLengthMax, 'TOO_LONG'),
  v.check((text) => text === '' || (isHttpAddress(text) && !text.includes('?')), 'PROVISIONING_URL_SHAPE'),
  v.transform((text) => text.replace(/\/+$/, '')),
)

/** How people and groups are sent to an application. The messages are error ids. */
export const ProvisioningConfig = v.strictObject({
  url: ProvisioningUrl,
  /** Whether the groups that open the application are sent, with their members, or only people. */
  sendGroups: v.optional(v.boolean(), true),
  /**
   * The application does not identify people by their e-mail address: it gets every address, not only those in a domain of the
   * person's identity provider.
   */
  anyEmail: v.optional(v.boolean(), false),
  removal: v.optional(v.picklist(provisioningRemovals, 'INVALID_VALUE'), 'deactivate'),
  /** false: nothing is sent until it is on again. */
  enabled: v.optional(v.boolean(), true),
})
export type ProvisioningConfig = v.InferOutput<typeof ProvisioningConfig>
export type ProvisioningConfigInput = v.InferInput<typeof ProvisioningConfig>

/** A bearer token (RFC 6750 section 2.1). The messages are error ids. */
export const ProvisioningToken = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(provisioningTokenLengthMax, 'TOO_LONG'),
  v.regex(/^[A-Za-z0-9._~+/-]+=*$/, 'PROVISIONING_TOKEN_SHAPE'),
)
