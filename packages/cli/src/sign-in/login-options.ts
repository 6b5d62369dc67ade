import type { CommonOptions } from '../context/context.ts'

export type LoginOptions = CommonOptions & {
  readonly web?: boolean | undefined
  readonly device?: boolean | undefined
}
