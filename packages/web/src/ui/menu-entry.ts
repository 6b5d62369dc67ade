export type MenuEntry = {
  readonly id: string
  readonly label: string
  /** A screen of the portal, or with `newTab` another application. */
  readonly href?: string | undefined
  readonly newTab?: boolean
  readonly onAction?: () => void
}
