/**
 * Ends this process at once when its parent is gone. A parent that stops in order waits for its child, so only a killed
 * parent (kill -9) is ever noticed here. The whole chain npm, run.mjs, script then ends like one process.
 */
export function dieWithParent(isExcused = () => false, beforeDeath = () => {}) {
  const parentPid = process.ppid;
  const check = () => {
    if (process.ppid === parentPid || isExcused()) return;
    beforeDeath();
    process.kill(process.pid, "SIGKILL");
  };
  setInterval(check, 250).unref();
}
