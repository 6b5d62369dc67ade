import type { CommonOptions } from '../../kit/context/context.ts'

export type LoginOptions = CommonOptions & {
  readonly web?: boolean | undefined
  readonly device?: boolean | undefined
}
