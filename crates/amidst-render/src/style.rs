//! How our pages look, on screens and on paper.

/// The style sheet of every page. Headlines: green, amber, red; on paper nothing is torn apart or cut off, and colours are kept.
pub const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1b2430;background:#fff}\
h1{font-size:1.6rem;margin-bottom:.5rem}h2{font-size:1.15rem;margin-top:2rem}h3{font-size:1rem;margin-top:1.25rem}\
table{border-collapse:collapse;width:100%}\
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #dde3ea;vertical-align:top;overflow-wrap:break-word}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\
caption{text-align:left;color:#4a5568}\
.claim,.headline{margin:1rem 0;padding:1rem;border-left:6px solid #2b6cb0;background:#ebf4fb}\
.headline p{margin:.35rem 0}.headline .verdict{font-size:1.15rem;font-weight:600}\
.good{border-color:#2f855a;background:#eef6f1}.caution{border-color:#b7791f;background:#fdf6e3}\
.alarm{border-color:#9b2c2c;background:#fbeaea}\
.warn{color:#9b2c2c;font-weight:600}.note{color:#4a5568}\
.findings{padding-left:1.2rem}.findings li{margin:.3rem 0}.findings .alarm,.findings .caution,.findings .note{background:none}\
.findings .alarm{color:#9b2c2c;font-weight:600}.findings .caution{color:#7b4a0b;font-weight:600}\
code{font-size:.85em;overflow-wrap:anywhere}svg{max-width:100%;height:auto}\
figure{margin:1rem 0}figcaption{color:#4a5568;font-size:.9em}\
.wide{overflow-x:auto}.drawing{display:inline-block;margin:.5rem 1rem .5rem 0}\
.before{fill:#d55e00}.after{fill:#0072b2}.plain{fill:#2b6cb0}\
.key{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 .8em}.key.before{background:#d55e00}.key.after{background:#0072b2}\
.blank{display:inline-block;min-width:14rem;border-bottom:1px solid #1b2430}.blank.short{min-width:7rem}\
.annex{break-before:page}\
@page{size:A4;margin:18mm 16mm}\
@media print{body{max-width:none;margin:0;padding:0;font-size:10.5pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}\
h2,h3{break-after:avoid}tr,figure,svg,.headline,.claim,.signature{break-inside:avoid}thead{display:table-header-group}\
.wide{overflow:visible}.wide table{font-size:7.5pt}.wide th,.wide td{padding:.15rem .25rem}p{orphans:3;widows:3}}";
