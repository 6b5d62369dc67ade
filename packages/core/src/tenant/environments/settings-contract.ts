import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { nameOf } from '../../kit/text/names.ts'
import { AdminEnvironment } from './contract.ts'

export const environmentNameLengthMax = 64

/** Our own addition: one environment with its version. Apart from contract.ts, which a browser has without schemas. */
export const getEnvironment = endpoint({
  name: 'getEnvironment',
  summary: 'Read one environment',
  method: 'GET',
  path: '/portal/admin/environments/{id}',
  reply: AdminEnvironment,
})

/** Spec section 7, "environment body": it may hold the whole environment as it was read; only the name can differ. */
export const updateEnvironment = endpoint({
  name: 'updateEnvironment',
  summary: 'Rename an environment',
  method: 'PUT',
  path: '/portal/admin/environments/{id}',
  body: v.strictObject({
    name: nameOf(environmentNameLengthMax),
  }),
  reply: AdminEnvironment,
})
