import { invalidRequest } from './failure.ts'
import { resourceBytesMax, valuesMax } from './limits.ts'
import type { Attribute } from './schemas.ts'
import type { ResourceValues, Value } from './values.ts'

/** Throws 400 `invalidValue` for a resource that is too large to be stored. */
export function checkResourceSize(resource: ResourceValues): void {
  if (bytesOf(resource) > resourceBytesMax)
    throw invalidRequest('invalidValue', `The resource has more than ${resourceBytesMax} bytes of JSON.`)
}

/** Throws 400 `invalidValue` for more or larger values of an attribute than a resource can have. Members have their own rows. */
export function checkValues({ name }: Attribute, values: readonly Value[]): void {
  if (name === 'members') return
  if (values.length > valuesMax) throw invalidRequest('invalidValue', `${name} has more than ${valuesMax} values.`)
  if (bytesOf(values) > resourceBytesMax)
    throw invalidRequest('invalidValue', `${name} has more than ${resourceBytesMax} bytes of JSON.`)
}

function bytesOf(value: ResourceValues | readonly Value[]): number {
  return Buffer.byteLength(JSON.stringify(value))
}
