import { expect, it } from 'vitest'

import { unspecifiedContext } from '../../protocols/saml/names.ts'
import { statedContext } from './stated-context.ts'

const password = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'
const mfa = 'https://refeds.org/profile/mfa'
const asked = (comparison: string, ...classes: string[]) => ({ comparison, classes })

// SAML 2.0 core section 3.3.2.2.1.
it.each([
  ['what the provider said, if nothing is asked for', null, password, password],
  ['unspecified, if the provider said nothing', null, null, unspecifiedContext],
  ['unspecified, if what it said is not a URI', null, '1', unspecifiedContext],
  ['exact: what it said, if it is asked for', asked('exact', mfa, password), password, password],
  ['exact: nothing else', asked('exact', mfa), password, undefined],
  ['exact: unspecified, although more is known', asked('exact', unspecifiedContext), password, unspecifiedContext],
  ['exact: nothing that is not known', asked('exact', password), null, undefined],
  ['minimum: a class that is named', asked('minimum', password), password, password],
  ['minimum: another one may be weaker', asked('minimum', password), mfa, undefined],
  ['better: never, the order is not known', asked('better', unspecifiedContext), mfa, undefined],
  ['maximum: unspecified is not stronger', asked('maximum', password), mfa, unspecifiedContext],
  ['maximum: a class that is named', asked('maximum', password), password, password],
  ['an empty list asks for nothing', asked('exact'), mfa, mfa],
])('%s', (_, request, said, stated) => expect(statedContext(request, said)).toBe(stated))
