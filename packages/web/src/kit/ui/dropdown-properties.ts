import type { ReactNode } from 'react'

export type DropdownItem = { readonly id: string; readonly label: string; readonly detail?: string | undefined }

export type DropdownProperties = {
  readonly label: string
  readonly items: readonly DropdownItem[]
  readonly searchLabel: string
  readonly noMatch: string
  readonly isDisabled?: boolean
  readonly placeholder: string
}

export type OneProperties = DropdownProperties & {
  readonly selectedId: string | undefined
  readonly onSelect: (id: string) => void
}

export type SeveralProperties = DropdownProperties & {
  readonly selectedIds: readonly string[]
  readonly onSelect: (ids: readonly string[]) => void
  /** How the button shows the chosen items. */
  readonly children: ReactNode
}
