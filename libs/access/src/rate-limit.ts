/** How much a caller may ask: `burst` at once, and `rate` a second over time. */
export interface Allowance {
  readonly rate: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** How many callers are remembered. The one that was quiet for longest is forgotten: it has its whole burst again anyway. */
const REMEMBERED = 10_000;

/** A token bucket for each caller. Times are passed in, in milliseconds from any start that never goes back. */
export class RateLimit {
  readonly #allowance: Allowance;
  readonly #buckets = new Map<string, Bucket>();

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  /** Takes one for this caller. Answers 0, or in how many whole seconds there will be one (`Retry-After`, RFC 9110). */
  take(caller: string, now: number): number {
    const { rate, burst } = this.#allowance;
    const bucket = this.#buckets.get(caller) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * rate);
    bucket.at = now;
    this.#buckets.delete(caller);
    this.#buckets.set(caller, bucket);
    this.#forget();
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / rate));
    bucket.tokens -= 1;
    return 0;
  }

  #forget(): void {
    if (this.#buckets.size <= REMEMBERED) return;
    const oldest = this.#buckets.keys().next();
    if (oldest.done !== true) this.#buckets.delete(oldest.value);
  }
}
