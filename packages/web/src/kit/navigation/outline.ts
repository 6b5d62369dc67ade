/** What the page's HTML shows of its screen (portal/skeletons.ts), if it does, and the path of that screen. */
export type Outline = { readonly path: string; readonly element: Element | null }
