/** Delays a value that a user is still changing, until it has stayed the same for a moment. */
import { useEffect, useState } from "react";

const stillMs = 250;

/** Undefined while the key changes. */
export function useStill(key: string | undefined): string | undefined {
  const [still, setStill] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setStill(key), stillMs);
    return () => clearTimeout(timer);
  }, [key]);
  return still === key ? key : undefined;
}
