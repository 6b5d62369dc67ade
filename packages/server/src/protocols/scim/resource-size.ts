import { invalidRequest } from './failure.ts'
import { indexedLengthMax, resourceBytesMax, valuesMax } from './limits.ts'
import type { Attribute } from './schemas.ts'
import type { ResourceValues, Value } from './values.ts'

/** Throws 400 `invalidValue` for a resource that is too large to be stored, or whose `indexed` attributes are too long for an index. */
export function checkResourceSize(resource: ResourceValues, indexed: readonly string[]): void {
  for (const name of indexed) {
    const value = resource[name]
    if (typeof value === 'string' && value.length > indexedLengthMax)
      throw invalidRequest('invalidValue', `${name} has more than ${indexedLengthMax} characters.`)
  }
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
