/** One check of `portico-server doctor`. */
export type Finding = { readonly check: string; readonly state: 'ok' | 'warning' | 'failed'; readonly detail: string }
