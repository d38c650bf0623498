// Risk and loss of every candidate, on a canvas: thousands of points stay quick.
import { extent } from "d3-array";
import { quadtree } from "d3-quadtree";
import { scaleLinear } from "d3-scale";
import { useEffect, useMemo, useRef } from "preact/hooks";

import type { Explored } from "../../api/types";
import { count, decimal, percent } from "../../state/numbers";
import { keyOf, type Candidate } from "./candidates";

const WIDTH = 560;
const HEIGHT = 380;
const EDGE = { left: 58, right: 14, top: 12, bottom: 42 };
const REACH = 14;

interface Props {
  candidates: Candidate[];
  explored: Explored;
  pinned: Candidate[];
  chosen: Candidate | null;
  onChoose: (candidate: Candidate) => void;
}

export function Scatter({ candidates, explored, pinned, chosen, onChoose }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scales = useMemo(() => scalesOf(candidates), [candidates]);
  const tree = useMemo(
    () =>
      quadtree<Candidate>()
        .x((one) => scales.x(one.risk))
        .y((one) => scales.y(one.loss))
        .addAll(candidates),
    [candidates, scales],
  );
  useEffect(() => {
    if (canvas.current) draw(canvas.current, candidates, scales, explored, pinned, chosen);
  }, [candidates, scales, explored, pinned, chosen]);
  const choose = (event: MouseEvent) => {
    const box = (event.currentTarget as HTMLCanvasElement).getBoundingClientRect();
    const at = [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT] as const;
    const found = tree.find(at[0], at[1], REACH);
    if (found) onChoose(found);
  };
  const name = `Risk and loss of ${count(candidates.length)} candidates. The list below has the same.`;
  return <canvas ref={canvas} class="scatter" role="img" aria-label={name} width={WIDTH * 2} height={HEIGHT * 2} onClick={choose} data-testid="scatter" />;
}

type Scales = ReturnType<typeof scalesOf>;

function scalesOf(candidates: Candidate[]) {
  const range = (of: (one: Candidate) => number): [number, number] => {
    const [low, high] = extent(candidates, of);
    return low === undefined || high === undefined ? [0, 1] : low === high ? [low * 0.9, high * 1.1 + 0.001] : [low, high];
  };
  return {
    x: scaleLinear(range((one) => one.risk), [EDGE.left, WIDTH - EDGE.right]).nice(),
    y: scaleLinear(range((one) => one.loss), [HEIGHT - EDGE.bottom, EDGE.top]).nice(),
  };
}

function draw(canvas: HTMLCanvasElement, candidates: Candidate[], { x, y }: Scales, explored: Explored, pinned: Candidate[], chosen: Candidate | null) {
  const context = canvas.getContext("2d");
  if (!context) return;
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  context.setTransform(2, 0, 0, 2, 0, 0);
  context.clearRect(0, 0, WIDTH, HEIGHT);
  axes(context, { x, y }, explored.objective, colour("--quiet"), colour("--line"));
  context.globalAlpha = candidates.length > 500 ? 0.45 : 0.8;
  context.fillStyle = colour("--accent");
  const circle = (one: Candidate) => {
    context.beginPath();
    context.arc(x(one.risk), y(one.loss), 3.5, 0, 2 * Math.PI);
    context.fill();
  };
  // Squares are drawn many times as fast as circles, and at this size look alike.
  const dot = candidates.length > 2000 ? (one: Candidate) => context.fillRect(x(one.risk) - 1.75, y(one.loss) - 1.75, 3.5, 3.5) : circle;
  candidates.forEach(dot);
  context.globalAlpha = 1;
  const minimal = new Set(explored.minimal.map((levels) => levels.join(",")));
  const ring = (one: Candidate, size: number, paint: string) => {
    context.strokeStyle = paint;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x(one.risk), y(one.loss), size, 0, 2 * Math.PI);
    context.stroke();
  };
  candidates.filter((one) => minimal.has(keyOf(one))).forEach((one) => ring(one, 4.5, colour("--strong")));
  const best = explored.best.join(",");
  candidates.filter((one) => keyOf(one) === best).forEach((one) => ring(one, 8, colour("--good")));
  pinned.forEach((one) => ring(one, 8, colour("--warn")));
  if (chosen) ring(chosen, 11, colour("--ink"));
}

function axes(context: CanvasRenderingContext2D, { x, y }: Scales, objective: string, ink: string, line: string) {
  context.font = "12px system-ui, sans-serif";
  context.fillStyle = ink;
  context.strokeStyle = line;
  context.lineWidth = 1;
  context.textAlign = "center";
  for (const tick of x.ticks(5)) {
    context.beginPath();
    context.moveTo(x(tick), EDGE.top);
    context.lineTo(x(tick), HEIGHT - EDGE.bottom);
    context.stroke();
    context.fillText(percent(tick), x(tick), HEIGHT - EDGE.bottom + 16);
  }
  context.fillText("average risk: chance that a guess is right", (EDGE.left + WIDTH) / 2, HEIGHT - 8);
  context.textAlign = "right";
  for (const tick of y.ticks(5)) {
    context.beginPath();
    context.moveTo(EDGE.left, y(tick));
    context.lineTo(WIDTH - EDGE.right, y(tick));
    context.stroke();
    context.fillText(decimal(tick), EDGE.left - 6, y(tick) + 4);
  }
  context.save();
  context.translate(14, HEIGHT / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.fillText(objective, 0, 0);
  context.restore();
}
