/** The rest of an allowance that refills steadily. A number below zero is a debt. */
export interface Bucket {
  readonly tokens: number;
  /** When the tokens were counted, in milliseconds of any clock that does not go back. */
  readonly at: number;
}

export interface Policy {
  readonly perSecond: number;
  /** As many can be taken at once after a rest. */
  readonly burst: number;
}

/** The bucket at a later moment. The first one of anybody is full. */
export function refilled(bucket: Bucket | undefined, policy: Policy, now: number): Bucket {
  if (!bucket) return { tokens: policy.burst, at: now };
  const gained = (Math.max(0, now - bucket.at) / 1_000) * policy.perSecond;
  return { tokens: Math.min(policy.burst, bucket.tokens + gained), at: now };
}

/** Takes what was spent elsewhere: it may leave a debt, of one burst at most. */
export function debited(bucket: Bucket, policy: Policy, spent: number): Bucket {
  return { ...bucket, tokens: Math.max(-policy.burst, bucket.tokens - spent) };
}

/** Whole seconds until a token can be taken; 0 when one can be taken now. */
export function secondsUntilToken({ tokens }: Bucket, { perSecond }: Policy): number {
  return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond);
}
