import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'

// Apart from contract.ts, which a browser has without schemas: a form checks the address of an image.

const iconPlace = '/portal/admin/environments/{envId}/applications/{appId}/icon'
const IconReply = v.object({ icon: v.string() })

/** PNG, JPEG or WebP by its own bytes. The icon of an application is the same in all environments. */
export const putApplicationIcon = endpoint({
  name: 'putApplicationIcon',
  summary: 'Set the icon of an application from a file',
  method: 'PUT',
  path: iconPlace,
  body: v.object({ file: v.blob() }),
  bodyKind: 'file',
  reply: IconReply,
})

/** The server reads the address once, checks what it finds, and answers it itself from then on. */
export const linkApplicationIcon = endpoint({
  name: 'linkApplicationIcon',
  summary: 'Set the icon of an application from an address',
  method: 'POST',
  path: '/portal/admin/environments/{envId}/applications/{appId}/icon/link',
  body: v.strictObject({ url: v.pipe(v.string(), v.trim(), v.maxLength(2_000, 'TOO_LONG'), v.url('ICON_ADDRESS')) }),
  reply: IconReply,
  success: 200,
})

export const removeApplicationIcon = endpoint({
  name: 'removeApplicationIcon',
  summary: 'Remove the icon of an application',
  method: 'DELETE',
  path: iconPlace,
})
