import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { lineOf } from '../../kit/text/rules.ts'

export const accessTextLengthMax = 300

/** How people ask for access; null: they are not told. */
export const AccessText = v.nullable(lineOf(accessTextLengthMax))

const accessTextPath = '/portal/admin/environments/{envId}/applications/{appId}/access-text'

export const getAccessText = endpoint({
  name: 'getAccessText',
  summary: 'Read how people ask for access to an application in an environment',
  method: 'GET',
  path: accessTextPath,
  reply: v.object({ text: v.nullable(v.string()) }),
})

/** Off (null) until it is set: then people who cannot open the application see how to ask for it. */
export const putAccessText = endpoint({
  name: 'putAccessText',
  summary: 'Set how people ask for access to an application in an environment',
  method: 'PUT',
  path: accessTextPath,
  body: v.strictObject({ text: AccessText }),
  reply: v.object({ text: v.nullable(v.string()) }),
})
