/** Whether lines are written instead of drawing: Ink's own variable, which people also set to 1. */
export function isForScreenReader(env: Readonly<Record<string, string | undefined>>): boolean {
  return ['1', 'true'].includes(env['INK_SCREEN_READER'] ?? '')
}
