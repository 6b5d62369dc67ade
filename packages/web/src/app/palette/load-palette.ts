export const loadPalette = () => import('./palette.tsx')

/** Loads the palette at the first sign that it will be opened. A failure shows at its opening, which loads again. */
export const preparePalette = () => void loadPalette().catch(() => undefined)
