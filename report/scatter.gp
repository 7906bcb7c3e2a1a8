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
set label 103 y_title at screen 0.008, graph 0.5 center rotate by 90 offset char 1.0, 0 textcolor rgb c_muted
set offsets graph 0.04, graph 0.04, graph 0.06, graph 0.03
unset key
set arrow 1 from graph 0, first reference to graph 1, first reference nohead dashtype 3 linewidth 1.5 linecolor rgb c_muted
stats data using 2 nooutput
if (y_log) {
    low = STATS_min < reference ? STATS_min : reference
    high = STATS_max > reference ? STATS_max : reference
    set yrange [low / 1.08:high * 1.08]
    set logscale y
    if (high / low > 6) {
        set ytics ("0.02" 0.02, "0.05" 0.05, "0.1" 0.1, "0.2" 0.2, "0.5" 0.5, "1" 1, "2" 2, "5" 5, "10" 10, "20" 20, "50" 50, "100" 100)
    } else {
        set ytics ("0.2" 0.2, "0.3" 0.3, "0.4" 0.4, "0.5" 0.5, "0.6" 0.6, "0.7" 0.7, "0.8" 0.8, "0.9" 0.9, "1" 1, "1.1" 1.1, "1.2" 1.2, "1.4" 1.4, "1.6" 1.6, "2" 2, "2.5" 2.5, "3" 3, "4" 4, "5" 5)
    }
} else {
    set yrange [0:(STATS_max > reference ? STATS_max : reference) * 1.05]
}
plot data using 1:2:(stringcolumn(3)) with labels hypertext point pointtype 7 pointsize 0.5 linecolor rgb c_own notitle
unset output
