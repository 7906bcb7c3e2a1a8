# compare.gp -- two devices: B's time over A's for each problem, and what B loses with A's winner, over bytes
#
# Columns: bytes, ratio, loss in percent of different winners that were timed side by side, the same by screening alone,
# 0 where both have one winner, number of the problem. Set by the program: x_low, x_high, loss_low, loss_high, has_loss
# (is anything in the lower plot?), n_side, n_screen, n_same (points in it).
set lmargin at screen 0.135
set rmargin at screen 0.975
set xrange [x_low:x_high]
set logscale x 10
unset key
split = has_loss ? 0.53 : 0.16
set multiplot
set tmargin at screen 0.97
set bmargin at screen split + (has_loss ? 0.025 : 0)
set label 103 "B / A" at screen 0.008, graph 0.5 center rotate by 90 offset char 0.8, 0 textcolor rgb c_muted
stats data using 2 nooutput
low = (STATS_min < 1 ? STATS_min : 1) / 1.04
high = (STATS_max > 1 ? STATS_max : 1) * 1.04
set yrange [low:high]
set logscale y
tic_gap = has_loss ? 0.11 : 0.06
load share . "/log_tics.gp"
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead dashtype 3 linewidth 1.5 linecolor rgb c_muted
byte_tics = '"1 kB" 1e3, "10 kB" 1e4, "100 kB" 1e5, "1 MB" 1e6, "10 MB" 1e7, "100 MB" 1e8, "1 GB" 1e9, "10 GB" 1e10'
if (has_loss) {
    set xtics (1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10) format ""
} else {
    eval "set xtics (" . byte_tics . ")"
    set xlabel "bytes that must be moved" offset 0, 0.4
}
plot data using 1:2:(stringcolumn(6)) with labels hypertext point pointtype 7 pointsize 0.7 linecolor rgb c_own notitle
if (has_loss) {
    unset logscale y
    unset arrow 1
    set format y "%g"
    eval "set xtics (" . byte_tics . ")"
    set ytics autofreq
    set xlabel "bytes that must be moved" offset 0, 0.4
    set label 103 "loss, %"
    set tmargin at screen split - 0.11
    set bmargin at screen 0.14
    set yrange [loss_low:loss_high]
    set arrow 2 from graph 0, first 0 to graph 1, first 0 nohead dashtype 3 linewidth 1.5 linecolor rgb c_muted
    set key at screen 0.14, screen split - 0.045 left top vertical maxrows 1 samplen 0.5 width -2
    plot for [i = 1:n_side > 0] keyentry with points pointtype 7 linecolor rgb c_own title "side by side", \
         for [i = 1:n_screen > 0] keyentry with points pointtype 6 linecolor rgb c_own title "screening", \
         for [i = 1:n_same > 0] keyentry with points pointtype 5 linecolor rgb c_roof title "same winner", \
         for [i = 1:n_same > 0] data using 1:5:(stringcolumn(6)) with labels hypertext point pointtype 5 pointsize 0.6 linecolor rgb c_roof notitle, \
         for [i = 1:n_screen > 0] data using 1:4:(stringcolumn(6)) with labels hypertext point pointtype 6 pointsize 0.7 linecolor rgb c_own notitle, \
         for [i = 1:n_side > 0] data using 1:3:(stringcolumn(6)) with labels hypertext point pointtype 7 pointsize 0.7 linecolor rgb c_own notitle
}
unset multiplot
unset output
