import { loopbackOrigins } from '../config/names.ts'

/**
 * The headers of every page. `formTargets` are origins that a form may lead to: browsers apply form-action to
 * each redirect after the form too, so the login page must name the relying parties. These send the person on to an application that
 * a developer started on this machine: loopback is allowed with them. `scripts` are the hashes of scripts
 * that may run, `frames` the origins whose pages may be shown in frames.
 */
export function pageHeaders(
  formTargets: readonly string[] = [],
  scripts: readonly string[] = [],
  frames: readonly string[] = [],
): Record<string, string> {
  const targets = formTargets.length === 0 ? [] : [...formTargets, ...loopbackOrigins]
  return {
    'content-security-policy': [
      "default-src 'none'",
      // Empty means none; oidc-provider adds the hash of its one script when it answers by form_post.
      ['script-src', ...scripts].join(' '),
      "style-src 'self'",
      'img-src data:',
      ...(frames.length === 0 ? [] : [['frame-src', ...new Set(frames)].join(' ')]),
      `form-action ${["'self'", ...new Set(targets)].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Not no-referrer: that makes browsers post the form_post answer with `Origin: null`, which real providers do not.
    'referrer-policy': 'strict-origin',
    'cache-control': 'no-store',
  }
}
