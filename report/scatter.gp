# scatter.gp -- one ratio for each problem, over the bytes that the problem must move
#
# Columns: bytes, ratio, number of the problem. Set by the program: y_title, reference (a line at this height), y_log.
set lmargin at screen 0.135
set rmargin at screen 0.975
set bmargin at screen 0.19
set tmargin at screen 0.96
set logscale x 10
set xtics ("1 kB" 1e3, "10 kB" 1e4, "100 kB" 1e5, "1 MB" 1e6, "10 MB" 1e7, "100 MB" 1e8, "1 GB" 1e9, "10 GB" 1e10)
set xlabel "bytes that must be moved" offset 0, 0.4
set label 103 y_title at screen 0.008, graph 0.5 center rotate by 90 offset char 0.8, 0 textcolor rgb c_muted
set offsets graph 0.04, graph 0.04, graph 0.06, graph 0.03
unset key
set arrow 1 from graph 0, first reference to graph 1, first reference nohead dashtype 3 linewidth 1.5 linecolor rgb c_muted
stats data using 2 nooutput
if (y_log) {
    low = (STATS_min < reference ? STATS_min : reference) / 1.08
    high = (STATS_max > reference ? STATS_max : reference) * 1.08
    set yrange [low:high]
    set logscale y
    tic_gap = 0.075
    load share . "/log_tics.gp"
} else {
    set yrange [0:(STATS_max > reference ? STATS_max : reference) * 1.05]
}
plot data using 1:2:(stringcolumn(3)) with labels hypertext point pointtype 7 pointsize 0.7 linecolor rgb c_own notitle
unset output
