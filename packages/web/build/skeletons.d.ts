/**
 * What the pages show before their script has come, in the classes of the kit. Each is what React draws first on that
 * screen, so that nothing moves when it takes over (e2e/loading-web.e2e.ts).
 */
/** By the name of the page's file; `portal` is the page of every path without one of its own. */
export declare const skeletons: Readonly<Record<string, string>>;
