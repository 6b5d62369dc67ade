import * as v from 'valibot'

import { Day, Line } from './fields.ts'
import { logoutMethods, responseModes } from './oidc-rules.ts'
import { Address } from './fields.ts'
import { transformEntries } from './transform-rules.ts'

/** The directory of all personal Microsoft accounts, also called `consumers`. */
export const personalDirectory = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** A domain of the directory, or its tenant id; `common` and similar names would let any directory in. */
const DomainName = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('REQUIRED'),
  v.check((text) => text === '' || /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text), 'DOMAIN_SHAPE'),
  v.check(
    (text) => !['common', 'organizations', 'consumers', personalDirectory].includes(text.toLowerCase()),
    'DOMAIN_NOT_ONE',
  ),
)

const days = { applicationSecretStartsOn: v.optional(Day), applicationSecretEndsOn: v.optional(Day) }

/**
 * Spec section 3, "Azure AD config", of AAD (v1 endpoints) and AAD2 (v2). Two secrets with their dates, so that one can
 * replace the other.
 */
export const AzureConfig = v.pipe(
  v.strictObject({
    domainName: DomainName,
    applicationId: Line,
    ...days,
    nextApplicationSecretStartsOn: v.optional(Day),
    nextApplicationSecretEndsOn: v.optional(Day),
    domainHint: v.optional(Line),
    /** Only groups whose name starts with this are used; names come from Microsoft Graph. */
    groupNameStartsWith: v.optional(Line),
    responseMode: v.optional(v.picklist(responseModes), 'form_post'),
    disableSlo: v.optional(v.boolean(), false),
    sloMethod: v.optional(v.picklist(logoutMethods), 'get'),
    logoutRedirectUrl: v.optional(Address),
    /** Absent: `upn` for AAD, `preferred_username` for AAD2. */
    usernameClaim: v.optional(Line),
    ...transformEntries,
  }),
  v.forward(
    v.partialCheck(
      [['applicationSecretStartsOn'], ['applicationSecretEndsOn']],
      (one) => inOrder(one.applicationSecretStartsOn, one.applicationSecretEndsOn),
      'DAYS_ORDER',
    ),
    ['applicationSecretEndsOn'],
  ),
  v.forward(
    v.partialCheck(
      [['nextApplicationSecretStartsOn'], ['nextApplicationSecretEndsOn']],
      (one) => inOrder(one.nextApplicationSecretStartsOn, one.nextApplicationSecretEndsOn),
      'DAYS_ORDER',
    ),
    ['nextApplicationSecretEndsOn'],
  ),
)

function inOrder(start: string | undefined, end: string | undefined): boolean {
  return start === undefined || end === undefined || start < end
}

export type AzureConfig = v.InferOutput<typeof AzureConfig>
