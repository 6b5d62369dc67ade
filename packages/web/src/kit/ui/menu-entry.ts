export type MenuEntry = {
  readonly id: string
  readonly label: string
  /** BCP 47; of a label in another language than the page. */
  readonly language?: string
  /** A short word beside the label; that of production is marked by colour and shape too. */
  readonly mark?: { readonly text: string; readonly isProduction: boolean }
  /** What is chosen already. */
  readonly isCurrent?: boolean
  /** A screen of the portal, or with `newTab` another application. */
  readonly href?: string | undefined
  readonly newTab?: boolean
  readonly onAction?: () => void
}

/** An entry, or in one word an entry for each language of the portal. */
export type MenuItems = MenuEntry | 'languages'
